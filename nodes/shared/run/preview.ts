import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { authenticate } from '../../../credentials/authenticate';
import { failureOf } from '../failure/verdict';
import { withoutUndefined } from '../input/values';
import type { AddressedRequest, Operation } from '../operation';
import { Fault } from '../transport/fault';

/**
 * Preview Only: the request as it would leave, without header and token, in place of its answer.
 *
 * @returns an item with method, full address with the account filled in, and the body; of a form its fields
 * @throws Failure for a credential that no request could be made with
 */
export async function preview(
	context: IExecuteSingleFunctions,
	operation: Operation,
	request: AddressedRequest,
): Promise<INodeExecutionData[]> {
	const { method, body } = request;
	const url = await addressOf(context, request).catch((error: unknown) => {
		throw failureOf(new Fault(error), operation);
	});
	const sent = typeof body === 'function' ? formFields(await body()) : body;
	const json = withoutUndefined({ preview: true, method, url, body: sent }) as IDataObject;
	return [{ json, pairedItem: { item: context.getItemIndex() } }];
}

async function addressOf(
	context: IExecuteSingleFunctions,
	{ method, url, query = {} }: AddressedRequest,
): Promise<string> {
	const credentials =
		await context.getCredentials<ICredentialDataDecryptedObject>('customerConversationApi');
	const completed = await authenticate(credentials, { method, url });
	const address = new URL(`${completed.baseURL}${completed.url}`);
	for (const [name, value] of Object.entries(withoutUndefined(query))) {
		address.searchParams.append(name, String(value));
	}
	return address.href;
}

/** The fields of a form by name; a file by its name, type and size. */
function formFields(form: FormData): IDataObject {
	const fields: IDataObject = {};
	for (const name of new Set(form.keys())) {
		const values = form.getAll(name).map(shownEntry);
		fields[name] = values.length === 1 ? values[0] : values;
	}
	return fields;
}

function shownEntry(entry: string | File): string | IDataObject {
	if (typeof entry === 'string') return entry;
	return { fileName: entry.name, mimeType: entry.type, bytes: entry.size };
}
