/** The title of the tests of what differs between versions, and how the title of one that works ends. */
const GROUP = 'Chatwoot by version';
const WORKS = ': works';

/** How often it says what it waits for if there is no terminal, where Jest says nothing before the last test. */
const PROGRESS_MS = 30_000;

/** Prints one line: how many tests work on the server, how many fail, and what the server lacks. */
module.exports = class {
	onRunStart() {
		if (process.stderr.isTTY) return;
		const startAt = performance.now();
		this.done = 0;
		this.current = 'the first test';
		this.timer = setInterval(() => {
			const seconds = Math.round((performance.now() - startAt) / 1000);
			process.stderr.write(`${seconds} s, ${this.done} tests done, waits for: ${this.current}\n`);
		}, PROGRESS_MS);
	}

	onTestCaseStart(_test, { ancestorTitles, title }) {
		this.current = [...ancestorTitles, title].join(' › ');
	}

	onTestCaseResult() {
		this.done += 1;
		this.current = 'records to be created or deleted';
	}

	onRunComplete(_contexts, { testResults, numPassedTests, numFailedTests, numTotalTests }) {
		clearInterval(this.timer);
		const lacks = testResults
			.flatMap((file) => file.testResults)
			.filter(({ ancestorTitles, status }) => ancestorTitles[0] === GROUP && status === 'passed')
			.filter(({ title }) => !title.endsWith(WORKS))
			.map(({ title }) => title.slice(0, title.lastIndexOf(':')));
		const version = process.env.CHATWOOT_RUNS || 'A server of unknown version';
		const works = `${version}: ${numPassedTests - lacks.length} of ${numTotalTests}`;
		const fails = numFailedTests > 0 ? `; ${numFailedTests} failed` : '';
		const list = lacks.length > 0 ? `; lacks ${lacks.join(', ')}` : '';
		process.stderr.write(`${works}${fails}${list}\n`);
	}
};
