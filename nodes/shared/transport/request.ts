import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** Method and path of a request; `{account_id}` may be left in the path for the credential. */
export interface Endpoint {
	method: IHttpRequestMethods;
	url: string;
}

/** A request as it leaves; address and token come from the credential. */
export interface Request extends Endpoint {
	query?: IDataObject;
	/** What leaves as JSON, or a function that makes a fresh form for each attempt. */
	body?: object | (() => Promise<FormData>);
}
