import type { FunctionsBase, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { withoutToken } from '../failure/failure';
import { isObject } from '../input/values';

/** Shorter ones are those of trials, and may be words of the records. */
const SHORTEST = 8;

/**
 * A record or an answer without the token in its texts, should the service repeat it: items are
 * shown, stored and handed on.
 *
 * @returns the same object where it does not hold the token
 */
export function tokenFree<T extends object>(record: T, token: string): T {
	const text = JSON.stringify(record);
	const written = JSON.stringify(token).slice(1, -1);
	if (token.length < SHORTEST || !text.includes(written)) return record;
	const cut = (_name: string, value: unknown) => {
		if (typeof value === 'string') return withoutToken(value, token);
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [withoutToken(name, token), each]),
		);
	};
	return JSON.parse(text, cut) as T;
}

/** The token as it is now, for the current item; blank if it cannot be read. */
export async function tokenOf(context: FunctionsBase): Promise<string> {
	const { apiAccessToken } = await context
		.getCredentials<ICredentialDataDecryptedObject>('customerConversationApi')
		.catch((): ICredentialDataDecryptedObject => ({}));
	return String(apiAccessToken ?? '').trim();
}
