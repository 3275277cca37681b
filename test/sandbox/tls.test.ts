import https from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { account, sandboxForTests } from './support';

describe('a sandbox with a certificate of its own', () => {
	const sandbox = sandboxForTests({ tls: true });

	async function statusOf(rejectUnauthorized: boolean): Promise<number | undefined> {
		const request = https.get(sandbox().url + account('integrations/apps'), {
			rejectUnauthorized,
			agent: false,
			headers: { api_access_token: sandbox().tokens.administrator },
		});
		const [response] = (await once(request, 'response')) as [IncomingMessage];
		response.resume();
		return response.statusCode;
	}

	test('is not trusted', async () => {
		await expect(statusOf(true)).rejects.toThrow('self-signed certificate');
	});

	test('answers where that is accepted', async () => {
		expect(await statusOf(false)).toBe(200);
	});

	test('cuts the connection when it is told to', async () => {
		sandbox().setFault({ kind: 'resetAfterRead' });

		await expect(statusOf(false)).rejects.toThrow('socket hang up');
	});
});
