import type { IDataObject, IExecuteSingleFunctions, INodeProperties, NodeHint } from 'n8n-workflow';

import type { Answer } from './transport/answer';
import type { Effect } from './failure/effectText';
import type { Failure } from './failure/failure';
import type { Fault } from './transport/fault';
import { optionsField, previewOnlyField } from './form/fields';
import type { ReadParameter } from './input/parameters';
import type { Endpoint, PathValues, Request } from './transport/request';

/** The request of one item, made from its checked parameters. */
export interface RequestParts extends Pick<Request, 'query' | 'body'> {
	path?: PathValues;
	/** For a paginated list: how many records to return, Infinity for all. */
	limit?: number;
	/** Simplifies each record for the output. Without it, records are returned as the service sent them. */
	simplify?: (record: IDataObject) => IDataObject;
	/** Unique values of the record, such as `email:ann@example.com`. Requests that share one are sent in order. */
	keys?: string[];
	/** Handles a refusal: returns a response to continue with, or a failure that says more. */
	recover?: (failure: Failure, request: AddressedRequest, send: Send) => Promise<Answer | Failure>;
	/** How to find out whether a create without a response was carried out. */
	lookUp?: LookUp;
}

/** The request of one item with its method and path. */
export type AddressedRequest = RequestParts & Endpoint;

/** Sends one request. For look-ups, it retries until the outcome is final. */
export type Send = (request: Request) => Promise<Answer | Fault>;

/** A way to find out whether a request without a response was carried out. */
export interface LookUp {
	find: (lost: LostRequest, request: AddressedRequest, send: Send) => Promise<Finding>;
	/** A sentence that says how to run the item again safely. */
	advice: string;
}

/** A request that may have been carried out. */
export interface LostRequest {
	/** The failure if the look-up can't find it out. */
	failure: Failure;
	/** When it was first sent, by the clock of this machine, in milliseconds since 1970. */
	sentAt: number;
	/** Whether another item of the run has returned the record with this ID. */
	isTaken: (id: unknown) => boolean;
}

/** What a look-up found. */
export type Finding =
	/** The record that the request made. */
	| { kind: 'ours'; result: Answer }
	/** A record that is older than the request: what the request comes to because of it. */
	| { kind: 'older'; result: Answer | Failure }
	/** The record certainly does not exist. */
	| { kind: 'absent' }
	| { kind: 'unknown' };

/** The properties of every operation: what the editor shows, the endpoint, the request and the response. */
interface DocumentedOperation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Method and path, verbatim from `api/openapi.yaml`. */
	endpoint: Endpoint;
	/** Its fields, without the collection `options`. */
	fields: INodeProperties[];
	/** Its own entries of the collection `options`. */
	options?: INodeProperties[];
	/** Hints that the editor shows beside its output. */
	hints?: NodeHint[];
	/** Builds the request. It throws if a parameter is invalid, before anything is sent. */
	request: (read: ReadParameter, context: IExecuteSingleFunctions) => RequestParts;
	/** Returns the records in the body of the response, without wrappers. */
	records: (body: unknown, request: RequestParts) => IDataObject[];
	/** Reads how many records a list has, if `countIn` does not know the place in the body. */
	total?: (body: unknown) => number | undefined;
}

/** An operation that changes nothing in the service, so that its request can always be retried. */
export interface ReadOperation extends DocumentedOperation {
	kind: 'read';
	effect?: undefined;
	noBody?: undefined;
	deletes?: undefined;
	unrepeatable?: undefined;
}

/** An operation that changes data in the service. Its form has Preview Only. */
export interface WriteOperation extends DocumentedOperation {
	kind: 'write';
	/** What it does to which record, for messages such as "12 of 40 contacts were created". */
	effect: Effect;
	/** Set if the contract documents no response body. Then an empty body or any text is a success. */
	noBody?: true;
	/** Set if it deletes its record. Then a 404 after a lost response means that the record was deleted. */
	deletes?: true;
	/** Set if carrying the request out twice does harm: how the user finds out whether it was carried out. */
	unrepeatable?: { check: string };
}

/** One documented endpoint as an operation of a node. */
export type Operation = ReadOperation | WriteOperation;

/** All fields of an operation, in the order of its form. */
export function propertiesOf(operation: Operation): INodeProperties[] {
	return [...operation.fields, optionsField(optionsOf(operation))];
}

/** The entries of the collection `options`, without those that every operation has. */
export function optionsOf({ kind, options = [] }: Operation): INodeProperties[] {
	return kind === 'write' ? [...options, previewOnlyField] : options;
}
