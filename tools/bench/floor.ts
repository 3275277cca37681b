import axios, { type AxiosInstance } from 'axios';
import type { Service } from './service';

/** Plain axios with the token set: no engine, no expressions, no pairing. */
export function plainAxios({
	account,
	tokens,
}: Pick<Service, 'account' | 'tokens'>): AxiosInstance {
	return axios.create({ baseURL: account, headers: { api_access_token: tokens.administrator } });
}

/** Handles all tasks, so many at a time. */
export async function severalAtOnce<T>(
	tasks: T[],
	concurrency: number,
	handle: (task: T, index: number) => Promise<void>,
): Promise<void> {
	const entries = tasks.entries();
	const worker = async () => {
		for (const [index, task] of entries) await handle(task, index);
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
}
