/** The title of the tests of what differs between versions, and how the title of one that works ends. */
const GROUP = 'Chatwoot by version';
const WORKS = ': works';

/** Prints one line: how many tests work on the server, and what it lacks. */
module.exports = class {
	onRunComplete(_contexts, { testResults, numPassedTests, numTotalTests }) {
		const tests = testResults.flatMap((file) => file.testResults);
		const lacks = tests
			.filter(({ ancestorTitles, status }) => ancestorTitles[0] === GROUP && status === 'passed')
			.filter(({ title }) => !title.endsWith(WORKS))
			.map(({ title }) => title.slice(0, title.lastIndexOf(':')));
		const version = process.env.CHATWOOT_RUNS || 'A server of unknown version';
		const works = `${version}: ${numPassedTests - lacks.length} of ${numTotalTests}`;
		const list = lacks.length > 0 ? `; lacks ${lacks.join(', ')}` : '';
		process.stderr.write(`${works}${list}\n`);
	}
};
