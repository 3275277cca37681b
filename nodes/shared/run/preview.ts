import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { Failure } from '../response/failure';
import { chosenName } from '../input/recordId';
import { withoutUndefined } from '../values';
import type { AddressedRequest, Operation } from '../operation';
import { authenticate } from '../http/authenticate';
import { jsonText } from '../http/sendOnce';

/**
 * Returns the request instead of sending it, for Preview Only.
 *
 * @param rawParameters the node's parameters before expressions are evaluated
 * @returns an item with the name of the record, method, complete URL and body, and with the fields that the
 *   node adds, but with no headers and no token. Form data is shown by its fields.
 * @throws Failure if the credential can't be used for a request
 */
export async function preview(
	context: IExecuteSingleFunctions,
	operation: Operation,
	request: AddressedRequest,
	rawParameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const { method, query, body, extraFields } = request;
	const record = nameOfRecord(operation, request, rawParameters);
	const url = await completeUrl(context, request);
	const shown = await shownBody(body);
	const json = withoutUndefined({
		preview: true,
		record,
		method,
		url,
		query,
		body: shown,
		...extraFields?.(shown ?? {}),
	});
	return [{ json, pairedItem: { item: context.getItemIndex() } }];
}

/**
 * What the record is called, which is not in the request: its name, if it was chosen from the list. An ID may be that of
 * another record, so the preview says that nobody has looked.
 */
function nameOfRecord(
	{ fields }: Operation,
	{ path }: AddressedRequest,
	rawParameters: INodeParameters,
): string | undefined {
	const field = fields.find(({ type, required }) => type === 'resourceLocator' && required);
	if (!field) return undefined;
	const notLookedUp = `${field.displayName} not looked up: check ID ${path?.id} in the service`;
	return chosenName(rawParameters[field.name]) ?? notLookedUp;
}

/** The body as the service reads it. */
async function shownBody(body: AddressedRequest['body']): Promise<IDataObject | undefined> {
	if (typeof body === 'function') return formFields(await body());
	return body && (JSON.parse(jsonText(body)) as IDataObject);
}

/**
 * The complete URL of a request, with the account of the item's credential.
 *
 * @throws Failure if the credential can't be used for a request
 */
async function completeUrl(
	context: IExecuteSingleFunctions,
	{ method, url }: AddressedRequest,
): Promise<string> {
	const credentials =
		await context.getCredentials<ICredentialDataDecryptedObject>('customerConversationApi');
	const completed = await authenticate(credentials, { method, url }).catch((error: Error) => {
		throw new Failure(error.message, 'Nothing was sent.', { topic: 'Request not sent' });
	});
	return new URL(`${completed.baseURL}${completed.url}`).href;
}

/** The fields of form data by name. A file is shown by its name, type and size. */
function formFields(form: FormData): IDataObject {
	const names = [...new Set(form.keys())];
	const fields = names.map((name): [string, IDataObject[string]] => {
		const [value, ...others] = form.getAll(name).map(shownEntry);
		return [name, others.length === 0 ? value : ([value, ...others] as IDataObject[])];
	});
	return Object.fromEntries(fields);
}

function shownEntry(entry: string | File): string | IDataObject {
	if (typeof entry === 'string') return entry;
	return { fileName: entry.name, mimeType: entry.type, bytes: entry.size };
}
