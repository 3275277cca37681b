/** An operation as types. This file imports nothing of the package, so that every folder can use it. */
import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	INodeParameters,
	INodeProperties,
	NodeHint,
} from 'n8n-workflow';

/** A request as it is sent. The credential adds address and token. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** A path. The credential fills in `{account_id}` if it is still there. */
	url: string;
	query?: IDataObject;
	/** Sent as JSON. A function makes a new form for each attempt. */
	body?: object | (() => Promise<FormData>);
	/** How long to wait for the response, if that is less than the Timeout of the node. */
	maxTimeoutMs?: number;
}

/** A response of the service with any status. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: IDataObject;
	/** Parsed JSON, or the text if it isn't JSON. */
	body: unknown;
}

/** A response that is a success, with its records. */
export interface Success {
	body: unknown;
	records: IDataObject[];
}

/**
 * Reads one parameter of the current item, such as `name` or `collection.name`, and checks it. Its error names the field,
 * the item and the remedy.
 */
export type ReadParameter = <T>(
	path: string,
	check: (value: unknown, raw: unknown, evaluate?: (expression: string) => unknown) => T,
) => T;

/** The request of one item, made from its checked parameters. */
export interface RequestParts extends Pick<ApiRequest, 'query' | 'body'> {
	/** Values of the endpoint's placeholders. */
	path?: Record<string, number | undefined>;
	/** For a paginated list: how many records to return, Infinity for all. */
	limit?: number;
	/** For a paginated list. */
	order?: ListOrder;
	/** A 500 isn't retried, because the list then asks again without its extra sort keys. */
	hasFallback?: boolean;
	/** Simplifies each record for the output. Without it, records are returned as the service sent them. */
	simplify?: (record: IDataObject) => IDataObject;
	/** Fields that the node adds to the item, made from its record; with Preview Only, from the body of the request. */
	extraFields?: (record: IDataObject) => IDataObject;
	/** Unique values of the record, such as `email:ann@example.com`. Requests that share one are sent in order. */
	keys?: string[];
	/** For a create with a unique value: looks for the record that has it. */
	lookUp?: LookUp;
}

export interface ListOrder {
	/** The sort of a whole list, by keys that leave few ties. */
	sort: string;
	/** What a record is sorted by: its value of the first key of the user, or a number that places it. */
	sortValue?: (record: IDataObject) => unknown;
}

/** The request of one item with its method and path. */
export type AddressedRequest = RequestParts & Pick<ApiRequest, 'method' | 'url'>;

/** Sends a look-up, with retries. Returns undefined if it fails. */
export type SendLookUp = (request: ApiRequest) => Promise<ApiResponse | undefined>;

/** Tells whether a create that did not succeed has made its record. */
export interface LookUp {
	/** Whether the item returns a record that exists. If not, a look-up after a refusal is only for the message. */
	returnsExisting: boolean;
	/** Whether the last response may refuse a duplicate. */
	mayBeDuplicate: (create: Pick<FailedCreate, 'httpCode' | 'fields'>) => boolean;
	/** Looks for the record. */
	find: (
		create: FailedCreate,
		request: AddressedRequest,
		send: SendLookUp,
	) => Promise<LookUpResult>;
	/** A sentence that says how to run the item again safely, or that it is safe. */
	advice: string;
}

/** A create that did not succeed. */
export interface FailedCreate {
	/** Status of its last response, if one arrived. */
	httpCode?: number;
	/** Fields that the service named in it, by their names in the API. */
	fields: string[];
	/** When its first attempt without a clear response was sent, on the monotonic clock; undefined if all were refused. */
	unclearSince?: number;
	/** Whether the last such response was a 500, with which some services refuse a duplicate too. */
	isServerError: boolean;
	/** Whether the service may still be working on it. */
	mayBeRunning: boolean;
	/** Whether another item of the run has returned the record with this ID. */
	isOfOtherItem: (id: unknown) => boolean;
}

/** What a look-up found. */
export type LookUpResult =
	/** The record that the item returns. It says whether the item has created it. */
	| { kind: 'found'; record: IDataObject }
	/** A record with a unique value of the item, which fails for that reason; perhaps the item's own. */
	| { kind: 'taken'; remedy: string; mayBeOwn: boolean }
	/** Certainly no record, or none that a refusal could be about. */
	| { kind: 'absent' }
	/** Neither a record nor proof of its absence. */
	| { kind: 'inconclusive' };

/** What an operation does to which record, for sentences such as "3 of 5 labels were deleted". */
export interface Effect {
	/** Singular, such as `messaging flow`. */
	record: string;
	/** Past participle, such as `created`. Servers use it as the name of a flag or a count too. */
	done: string;
	/** Another participle that servers use as the name of a count, such as `published`. */
	doneAlias?: string;
	/** How to run the node again after some of its items are done, if there is a better way than to take them out. */
	rerun?: string;
}

/** How safe it is to send a request twice. It decides what the node does if no response shows what was done. */
export type Safety =
	/** It only reads (RFC 9110, section 9.2.1). */
	| 'safe'
	/** The result is the same as once, as with deletes and updates. If a delete is repeated, a 404 is a success. */
	| 'idempotent'
	/** A create, which is sent again only after a look-up has shown that there is no record. Without a look-up, as `once`. */
	| 'lookUp'
	/** Sent again only if the service certainly did nothing. */
	| 'once';

/** One documented endpoint as an operation of a node: what the editor shows, the request and the response. */
export type Operation = {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Method and path, verbatim from `api/openapi.yaml`. */
	endpoint: Pick<ApiRequest, 'method' | 'url'>;
	/** Whether Chatwoot has the endpoint. If not, the form and the docs say so. */
	inChatwoot: boolean;
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
	/** What the user has to do before the item is run again, if it isn't idempotent. */
	checkFirst?: string;
	/** Set if the contract documents no response body. Then an empty body or any text but cut JSON is a success. */
	undocumentedBody?: true;
	/** If it isn't `safe`, the form has Preview Only, and messages say what it does: "12 of 40 contacts were created". */
} & ({ safety: 'safe'; effect?: undefined } | { safety: Exclude<Safety, 'safe'>; effect: Effect });

/** What a response is classified by, and what the texts of its failures use. A look-up has none of the optional parts. */
export interface ResponseContext extends Partial<
	Pick<Operation, 'endpoint' | 'effect' | 'checkFirst' | 'undocumentedBody' | 'inChatwoot'>
> {
	/** All fields of its form. */
	fields: INodeProperties[];
	/** ID of the record that the request is about, if its path has one. */
	recordId?: number;
	/** The node's parameters before expressions are evaluated. They show which fields are filled in. */
	rawParameters?: INodeParameters;
	/** Tells whether the service has responded to this run, with neither a 429 nor an outage. */
	hasResponded?: () => boolean;
	/** The body of the request, whose values a remedy names. */
	body?: RequestParts['body'];
}
