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
	/** What can be done about a refusal: the answer to go on with, or a failure that says more. */
	recover?: (failure: Failure, request: AddressedRequest) => Exchange<Answer | Failure>;
	/**
	 * Looks whether a request whose answer was lost was carried out.
	 *
	 * @param failure what is said if that cannot be told
	 * @param leftAt when the request left first, by the clock of this machine in milliseconds
	 * @returns undefined if it was not carried out, so that it can be sent again
	 */
	heal?: (
		failure: Failure,
		request: AddressedRequest,
		leftAt: number,
	) => Exchange<Answer | Failure | undefined>;
}

export type AddressedRequest = RequestParts & Endpoint;

/** Requests on behalf of an item, each yielded for its final answer. */
export type Exchange<T> = Generator<Request, T, Answer | Fault>;

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
