import { DIALECT_NAMES, type RecordedRequest } from '../../tools/sandbox';
import { CASES, caseOf, nodeOf } from '../../cases';
import type { Exchange } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';
import { setDate } from '../fixtures/date';

const running = sandboxForTests({ contacts: 40, accountId: 27 });

/** What Node and the engine put onto every request themselves. */
const TRANSPORT_HEADERS = ['accept-encoding', 'connection', 'content-length', 'host', 'user-agent'];

/** The headers that the package and its credential decide on. */
function ownHeaders({ headers }: RecordedRequest): RecordedRequest['headers'] {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.includes(name)),
	);
}

function expectedHeaders({ body, files }: Exchange['sends']): RecordedRequest['headers'] {
	const form = expect.stringMatching(/^multipart\/form-data; boundary=/) as string;
	return {
		accept: 'application/json',
		api_access_token: 'sandbox-token',
		...(body !== undefined && { 'content-type': files ? form : 'application/json' }),
	};
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));
	afterEach(() => void jest.useRealTimers());

	describe.each(CASES)('$title', (operationCase) => {
		const { method } = operationCase.operation.endpoint;

		it.each(operationCase.exchanges)(
			'$title: sends exactly the documented request and gives one paired item per record',
			async ({
				parameters,
				item = { json: {} },
				timezone,
				now,
				sends,
				sendsThen,
				undocumented = [],
				gives,
			}) => {
				if (now) setDate(now);
				const run = { ...nodeOf(operationCase, parameters), items: [item], timezone };
				const { error, main, requests } = await runNode(running(), run);

				const urls = [sends.url, ...(sendsThen?.(dialect) ?? [])];
				expect(requests.map((one) => [one.method, one.url])).toEqual(
					urls.map((url) => [method, url]),
				);
				const [{ body, rawBody, files }] = requests;
				expect(rawBody === '' ? undefined : body).toEqual(sends.body);
				expect(files).toEqual(sends.files ?? []);
				expect(ownHeaders(requests[0])).toEqual(expectedHeaders(sends));
				expect(requests[0].undocumented).toEqual(undocumented);
				if (!gives) return;
				expect([error, requests[0].problem]).toEqual([undefined, undefined]);
				expect(main.map(({ json }) => json)).toEqual(gives(dialect));
				for (const { pairedItem } of main) expect(pairedItem).toEqual({ item: 0 });
			},
		);
	});
});

it('sends the token in the other header if the credential says so', async () => {
	const { requests } = await runNode(running(), {
		...nodeOf(caseOf('integrationGetApps'), {}),
		credential: { tokenHeader: 'api-access-token' },
	});
	expect(ownHeaders(requests[0])).toEqual({
		accept: 'application/json',
		'api-access-token': 'sandbox-token',
	});
});
