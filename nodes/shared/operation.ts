import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { Answer } from './transport/answer';
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

/** One documented endpoint as an operation of a node: it reads like the endpoint's documentation. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Method and path, verbatim from `api/openapi.yaml`. */
	endpoint: Endpoint;
	/** What this operation asks for, besides the options of every operation. */
	fields: INodeProperties[];
	/** Its entries of the collection `options`. */
	options?: INodeProperties[];
	/** Builds the request; what it refuses is thrown before anything is sent. */
	request: (read: ReadParameter, context: IExecuteSingleFunctions) => RequestParts;
	/** Body of the answer to records, wrappers removed. */
	records: (body: unknown, request: RequestParts) => IDataObject[];
	/** How many records a list has, where its service says so in another way than `countIn` knows. */
	total?: (body: unknown) => number | undefined;
	/** Of what changes something: what has happened, as in "12 of 40 contacts were created". */
	progress?: string;
	/** Whether the contract shows no body of a success: then nothing is one, or a word like `OK`. */
	noBody?: true;
	/** Whether the endpoint deletes its record: a 404 after a lost answer means that it is done. */
	deletes?: true;
	/** Set where sending twice does harm: what may have happened, and how to find out. */
	unrepeatable?: { mayHave: string; check: string };
}

/** What an operation shows in the editor, in the order of its form. */
export function propertiesOf({ fields, options }: Operation): INodeProperties[] {
	return [...fields, optionsField(options)];
}

/** Whether an operation only reads: those that change something can be previewed. */
export function isRead({ options = [] }: Operation): boolean {
	return !options.includes(previewOnlyField);
}
