import type { FunctionsBase, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { withoutToken } from '../failure/failure';
import { isObject, trimmed } from '../input/values';

/** A shorter text is not a real token, but may be a word in a record. */
const MIN_TOKEN_LENGTH = 8;

/**
 * Removes the token from a record or a response, in case the service repeats it: n8n shows items, stores
 * them and passes them on.
 *
 * @returns the same object if it does not contain the token
 */
export function tokenFree<T extends object>(record: T, token: string): T {
	const text = JSON.stringify(record);
	const escaped = JSON.stringify(token).slice(1, -1);
	if (token.length < MIN_TOKEN_LENGTH || !text.includes(escaped)) return record;
	const cut = (_name: string, value: unknown) => {
		if (typeof value === 'string') return withoutToken(value, token);
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [withoutToken(name, token), each]),
		);
	};
	return JSON.parse(text, cut) as T;
}

/** The current token of the item; blank if the credential cannot be read. */
export async function tokenOf(context: FunctionsBase): Promise<string> {
	const { apiAccessToken } = await context
		.getCredentials<ICredentialDataDecryptedObject>('customerConversationApi')
		.catch((): ICredentialDataDecryptedObject => ({}));
	return trimmed(String(apiAccessToken ?? ''));
}
