import type { IDataObject, IExecuteSingleFunctions, INodeProperties, NodeHint } from 'n8n-workflow';

import type { Answer } from './transport/answer';
import type { Effect } from './failure/effectText';
import type { Failure } from './failure/failure';
import type { Fault } from './transport/fault';
import { optionsField, previewOnlyField } from './form/fields';
import type { ReadParameter } from './input/parameters';
import type { Endpoint, PathValues, Request } from './transport/request';

/** A request as one item's parameters make it, checked; nothing has been sent yet. */
export interface RequestParts extends Pick<Request, 'query' | 'body'> {
	path?: PathValues;
	/** For a list in pages: how many records are wanted, Infinity for all. */
	limit?: number;
	/** Shapes each record for the output; absent, records come out as the service sent them. */
	simplify?: (record: IDataObject) => IDataObject;
	/** What only one record can have, such as `email:ann@example.com`: requests that share one leave in order. */
	keys?: string[];
	/** What can be done about a refusal: the response to go on with, or a failure that says more. */
	recover?: (failure: Failure, request: AddressedRequest, send: Send) => Promise<Answer | Failure>;
	/** How to find out whether a create without a response was carried out. */
	lookUp?: LookUp;
}

/** A request with its method and its path. */
export type AddressedRequest = RequestParts & Endpoint;

/** Sends one request; look-ups that fail are retried before it resolves. */
export type Send = (request: Request) => Promise<Answer | Fault>;

export interface LookUp {
	find: (lost: LostRequest, request: AddressedRequest, send: Send) => Promise<Finding>;
	/** What makes it safe to run the item again, as a sentence. */
	advice: string;
}

/** A request that may have been carried out. */
export interface LostRequest {
	/** What is said if that can't be found out. */
	failure: Failure;
	/** When it was sent first, by the clock of this machine, in milliseconds since 1970. */
	sentAt: number;
	/** Whether a record belongs to another item of the run. */
	isTaken: (id: unknown) => boolean;
}

/** What a look-up has come to: a result, or else whether the record is certainly not there. */
export interface Finding {
	result?: Answer | Failure;
	isAbsent?: boolean;
}

/** What every operation has: it reads like the documentation of its endpoint. */
interface DocumentedOperation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Method and path, verbatim from `api/openapi.yaml`. */
	endpoint: Endpoint;
	/** What this operation asks for, besides the options of every operation. */
	fields: INodeProperties[];
	/** Its entries of the collection `options`, besides those of every operation of its kind. */
	options?: INodeProperties[];
	/** What the editor says beside its output. */
	hints?: NodeHint[];
	/** Builds the request; what it refuses is thrown before anything is sent. */
	request: (read: ReadParameter, context: IExecuteSingleFunctions) => RequestParts;
	/** Body of the answer to records, wrappers removed. */
	records: (body: unknown, request: RequestParts) => IDataObject[];
	/** How many records a list has, where its service says so in another way than `countIn` knows. */
	total?: (body: unknown) => number | undefined;
}

/** An operation that changes nothing in the service, so that its request may always be repeated. */
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
	/** What it does to which record, as in "12 of 40 contacts were created". */
	effect: Effect;
	/** Set if the contract shows no body of a success: then an empty one is a success, or a word like `OK`. */
	noBody?: true;
	/** Set if the endpoint deletes its record: a 404 after a lost response means that it is done. */
	deletes?: true;
	/** Set if sending twice does harm: how to find out whether it was carried out. */
	unrepeatable?: { check: string };
}

/** One documented endpoint as an operation of a node. */
export type Operation = ReadOperation | WriteOperation;

/** What an operation shows in the editor, in the order of its form. */
export function propertiesOf(operation: Operation): INodeProperties[] {
	return [...operation.fields, optionsField(optionsOf(operation))];
}

/** The entries of its collection `options`, besides those of every operation. */
export function optionsOf({ kind, options = [] }: Operation): INodeProperties[] {
	return kind === 'write' ? [...options, previewOnlyField] : options;
}
