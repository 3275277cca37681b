import type { ApiRequest } from '../../nodes/shared/operation';
import { Tokens } from '../../nodes/shared/http/tokens';
import { OUTCOMES } from '../../nodes/shared/http/outcome';
import { sendOnce } from '../../nodes/shared/http/sendOnce';

const TOKEN = 'token-0d1f7c33';

/** The tokens of a run that has sent this one. */
function sentTokens(): Tokens {
	const tokens = new Tokens();
	tokens.add(TOKEN);
	return tokens;
}

it('sends nothing if the file of a request can no longer be read', async () => {
	const client = jest.fn();
	const body = async () => await Promise.reject(new Error('The file is gone'));
	const { response } = await sendOnce(client, { method: 'POST', url: '/', body }, new Tokens());
	expect(response).toMatchObject({ kind: 'unreadableFile', message: 'The file is gone' });
	expect(client).not.toHaveBeenCalled();
});

it.each<[string, ApiRequest['body'], unknown]>([
	['JSON, and says so', { a: 1 }, { 'Content-Type': 'application/json' }],
	['no body', undefined, {}],
	['a form, whose type n8n sets', async () => await Promise.resolve(new FormData()), {}],
])('sends %s', async (_what, body, headers) => {
	const client = jest.fn(async () => ({ statusCode: 200, headers: {}, body: '' }));
	await sendOnce(client, { method: 'POST', url: '/', body }, new Tokens());
	expect(client).toHaveBeenCalledWith(
		expect.objectContaining({
			headers,
			json: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		}),
	);
});

it('removes the tokens from all that arrives in a response', async () => {
	const said = `a ${TOKEN} b`;
	const client = async () => ({
		statusCode: 422,
		headers: { location: `https://${TOKEN}.example/`, 'retry-after': '7' },
		body: { error: said, errors: [{ [TOKEN]: said }] } as never,
	});
	const attempt = await sendOnce(client, { method: 'GET', url: '/' }, sentTokens());
	expect(attempt).toMatchObject({ outcome: OUTCOMES.rejected, retryAfterMs: 7_000 });
	expect(attempt.response).toEqual({
		status: 422,
		headers: { location: 'https://***.example/', 'retry-after': '7' },
		body: { error: 'a *** b', errors: [{ '***': 'a *** b' }] },
	});
});

it.each<[what: string, error: Error]>([
	['its message', new Error(`Not a header: ${TOKEN}`)],
	['its advice', Object.assign(new Error('x'), { description: `Not a header: ${TOKEN}` })],
])('removes the tokens from a fault: %s', async (_what, error) => {
	const client = async () => await Promise.reject(error);
	const { response } = await sendOnce(client, { method: 'GET', url: '/' }, sentTokens());
	expect(Object.values(response)).toContain('Not a header: ***');
});

it('leaves a response without a token as it is', async () => {
	const body = { payload: [{ id: 1 }] };
	const client = async () => ({ statusCode: 200, headers: {}, body: body as never });
	const { response } = await sendOnce(client, { method: 'GET', url: '/' }, sentTokens());
	expect(response).toHaveProperty('body', body);
});
