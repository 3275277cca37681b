import https from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { sandboxForTests } from './support';

const sandbox = sandboxForTests({ tls: true });

async function statusOf(rejectUnauthorized: boolean): Promise<number | undefined> {
	const request = https.get(sandbox().url, { rejectUnauthorized, agent: false });
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	response.resume();
	return response.statusCode;
}

test('a sandbox with its own certificate answers whoever accepts that', async () => {
	await expect(statusOf(true)).rejects.toThrow('self-signed certificate');
	expect(await statusOf(false)).toBe(200);
});
