import { authenticate } from '../../nodes/shared/transport/authenticate';
import { webAddress } from '../../nodes/shared/input/addresses';
import { accountIn, normalizeBaseUrl } from '../../nodes/shared/input/baseUrl';

const SERVICE = 'https://bücher.example';

/** Enough calls for V8 to optimise them. */
const TIMES = 20_000;

it.each<[what: string, read: () => unknown]>([
	['an address of a file', () => webAddress(`${SERVICE}/a.png`)],
	['a base URL', () => normalizeBaseUrl(SERVICE)],
	['the account of a pasted page', () => accountIn(`${SERVICE}/app/accounts/3`)],
])('reads %s with an umlaut the same, however often', (_what, read) => {
	const first = read();
	let same = 0;
	while (same < TIMES && read() === first) same += 1;
	expect(same).toBe(TIMES);
});

it('sends requests to an address with an umlaut, however many', async () => {
	const credentials = { baseUrl: SERVICE, accountId: 3, apiAccessToken: 'secret' };
	const url = `${SERVICE}/api/v1/accounts/3/labels`;
	for (let sent = 1; sent < TIMES; sent += 1) await authenticate(credentials, { url });
	await expect(authenticate(credentials, { url })).resolves.toHaveProperty('url', url);
});
