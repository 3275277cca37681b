import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the reporter reads of a test. */
interface Result {
	ancestorTitles: string[];
	title: string | undefined;
	status: string;
}

const Reporter = jest.requireActual<
	new () => {
		onRunStart(): void;
		onTestCaseStart(test: object, result: Result): void;
		onTestCaseResult(): void;
		onRunComplete(contexts: object, results: object): void;
	}
>('../server/versionReporter');

/** A test of the file, as Jest reports it. */
function result(status: 'passed' | 'failed', ...titles: string[]): Result {
	return { ancestorTitles: titles.slice(0, -1), title: titles.at(-1), status };
}

describe('what test:server says', () => {
	const written: string[] = [];
	const terminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
	const setTerminal = (value: boolean) =>
		Object.defineProperty(process.stderr, 'isTTY', { value, configurable: true });

	beforeEach(() => {
		jest.useFakeTimers();
		written.length = 0;
		jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
			written.push(String(text));
			return true;
		});
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
		if (terminal) Object.defineProperty(process.stderr, 'isTTY', terminal);
		else delete (process.stderr as Partial<typeof process.stderr>).isTTY;
	});

	const tests = (...results: Result[]) => ({
		testResults: [{ testResults: results }],
		numPassedTests: results.filter(({ status }) => status === 'passed').length,
		numFailedTests: results.filter(({ status }) => status === 'failed').length,
		numTotalTests: results.length,
	});

	test('its last line tells what failed from what the version lacks', () => {
		const group = 'Chatwoot by version';
		const lacking = [
			result('passed', group, 'Labels in rules: 422'),
			result('passed', group, 'company names in Search: finds nobody'),
		];
		const works = result('passed', group, 'Country Code in rules: works');
		const reporter = new Reporter();
		reporter.onRunComplete({}, tests(works, ...lacking));
		reporter.onRunComplete(
			{},
			tests(works, result('failed', 'the operations', 'delete'), lacking[0]),
		);
		reporter.onRunComplete({}, tests(works));

		expect(written.map((line) => line.replace(/^.*: (?=\d)/, ''))).toEqual([
			'1 of 3; lacks Labels in rules, company names in Search\n',
			'1 of 3; 1 failed; lacks Labels in rules\n',
			'1 of 1\n',
		]);
	});

	test('it says every half minute what it waits for, but not on a terminal, where Jest does', () => {
		for (const isTerminal of [false, true]) {
			setTerminal(isTerminal);
			const reporter = new Reporter();
			reporter.onRunStart();
			jest.advanceTimersByTime(30_000);
			reporter.onTestCaseStart({}, result('passed', 'the operations', 'delete a label'));
			reporter.onTestCaseResult();
			reporter.onTestCaseStart({}, result('passed', 'many contacts', 'are created once each'));
			jest.advanceTimersByTime(59_000);
			reporter.onRunComplete({}, tests());
			jest.advanceTimersByTime(60_000);
		}

		expect(written.slice(0, -2)).toEqual([
			'30 s, 0 tests done, waits for: the first test\n',
			'60 s, 1 tests done, waits for: many contacts › are created once each\n',
		]);
	});
});

test('a request of the tests survives that the server closed a connection while Jest compiled', async () => {
	const service = createServer((_request, response) => response.end('{}'));
	await once(service.listen(0, '127.0.0.1'), 'listening');
	process.env.CUSTOMER_CONVERSATION_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	const { request } = await import('../server/service');

	await request('GET', 'inboxes');
	// The request follows at once, as one does after Jest has compiled: nothing has seen the end of the connection.
	service.closeIdleConnections();
	await expect(request('GET', 'inboxes')).resolves.toEqual({});
	service.close();
});
