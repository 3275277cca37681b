import { styleText } from 'node:util';
import { credentialFor, loadPackage, type LoadedPackage, runWorkflow } from '../engine';
import { builtIns } from '../engine/builtIns';
import { root } from '../repository';
import { type RequestCounts, type Sandbox, startSandbox } from '../sandbox';
import { CONTRACT_OPERATIONS } from '../sandbox/operations';
import { failureOf, reportOf } from './report';
import { canRun, completed, type Example, readExamples, runsOf, withAddress } from './workflowFile';

const INTRODUCTION =
	"The example workflows run on n8n's own engine. A mock server takes the place of your service.\n" +
	'Nodes of other services, such as Slack, are simulated: no message is sent.';

/** The result of a workflow. */
interface Result {
	succeeded: boolean;
	counts: RequestCounts;
}

/** Runs all examples against a mock server, and prints the results. */
async function runDemo(): Promise<void> {
	const examples = readExamples();
	const built = await loadPackage(root);
	const types = { ...builtIns, ...built.nodes };
	const sandbox = await startSandbox();
	try {
		console.log(INTRODUCTION);
		const results: Result[] = [];
		for (const example of examples.filter((one) => canRun(one, types))) {
			results.push(await runExample(example, built, sandbox));
		}
		console.log(`\n${summaryOf(results)}`);
		const skipped = examples.filter((one) => !canRun(one, types)).map(({ file }) => `\n  ${file}`);
		console.log(`Skipped, because they need n8n itself:${skipped.join('')}`);
		process.exitCode = results.every(({ succeeded }) => succeeded) ? 0 : 1;
	} finally {
		await sandbox.close();
	}
}

async function runExample(
	example: Example,
	built: LoadedPackage,
	sandbox: Sandbox,
): Promise<Result> {
	console.log(`\n${styleText('bold', example.workflow.name ?? '')} (${example.file})`);
	sandbox.reset();
	let succeeded = true;
	for (const workflow of runsOf(completed(example), { ...builtIns, ...built.nodes })) {
		// After an import, a user chooses the credential in each node.
		const credentials = { customerConversationApi: { id: '1', name: 'The service' } };
		const nodes = workflow.nodes.map((node) => ({ ...node, credentials }));
		const setting = { packages: [built], credentials: credentialFor(sandbox) };
		const run = await runWorkflow(withAddress({ ...workflow, nodes }, sandbox.url), setting);
		const failure = failureOf(run);
		console.log(reportOf(workflow, run));
		if (failure) console.log(styleText('red', failure));
		succeeded &&= !failure;
	}
	return { succeeded, counts: sandbox.counts };
}

/** Sums up the results of all workflows. */
function summaryOf(results: Result[]): string {
	const succeeded = results.filter((result) => result.succeeded).length;
	const all = CONTRACT_OPERATIONS;
	const used = all.filter((name) => results.some(({ counts }) => counts.operations[name]));
	const sumOf = (count: 'problems' | 'undocumented') =>
		results.reduce((sum, { counts }) => sum + counts[count], 0);
	return (
		`${succeeded} of ${results.length} workflows succeeded. They used ${used.length} of ${all.length} operations.\n` +
		`Requests that the mock server refused because they break the documented API: ${sumOf('problems')}.\n` +
		`Requests that use parts marked as undocumented (docs/compatibility.md): ${sumOf('undocumented')}.`
	);
}

void runDemo();
