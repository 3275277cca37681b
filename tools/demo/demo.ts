import path from 'node:path';
import { styleText } from 'node:util';
import type { IRun } from 'n8n-workflow';
import {
	credentialFor,
	loadPackage,
	type LoadedPackage,
	runWorkflow,
	type WorkflowFile,
} from '../engine';
import { builtIns } from '../engine/builtIns';
import { CommandError } from '../commandError';
import { root } from '../repository';
import { type RequestCounts, type Sandbox, startSandbox } from '../sandbox';
import { CONTRACT_OPERATIONS } from '../sandbox/operations';
import { failureOf, reportOf } from './report';
import { canRun, type Example, readExample, readExamples, runsOf, completed } from './workflowFile';

const EXAMPLES = path.relative(process.cwd(), path.join(root, 'examples'));

const INTRODUCTION =
	"The example workflows run on n8n's own engine. A mock server takes the place of your service.\n" +
	'Nodes of other services, such as Slack, are simulated: no message is sent.';

/** The result of a workflow. */
interface Result {
	succeeded: boolean;
	counts: RequestCounts;
}

/**
 * Runs one workflow or all examples against a mock server, and prints the results.
 *
 * @returns whether all workflows succeeded
 * @throws CommandError if a workflow can't start
 */
export async function runDemo(file?: string): Promise<boolean> {
	const chosen = file === undefined ? readExamples(EXAMPLES) : [readExample(file)];
	const built = await loadPackage(root);
	const types = { ...builtIns, ...built.nodes };
	const plans = chosen
		.filter((example) => file !== undefined || canRun(example, types))
		.map(completed)
		.map((example) => ({ example, runs: runsOf(example, types) }));
	const sandbox = await startSandbox();
	try {
		console.log(INTRODUCTION);
		const results: Result[] = [];
		for (const { example, runs } of plans) {
			results.push(await runExample(example, runs, built, sandbox));
		}
		console.log(`\n${summaryOf(results)}`);
		const skipped = chosen.filter((one) => !canRun(one, types)).map((one) => `\n  ${one.file}`);
		if (skipped.length > 0)
			console.log(`Skipped, because they need n8n itself:${skipped.join('')}`);
		return results.every(({ succeeded }) => succeeded);
	} finally {
		await sandbox.close();
	}
}

async function runExample(
	{ file, workflow: { name = file } }: Example,
	runs: WorkflowFile[],
	built: LoadedPackage,
	sandbox: Sandbox,
): Promise<Result> {
	console.log(`\n${styleText('bold', name)} (${file})`);
	sandbox.reset();
	let succeeded = true;
	for (const workflow of runs) {
		const run = await runOn(built, workflow, sandbox);
		const failure = failureOf(run);
		console.log(reportOf(workflow, run));
		if (failure) console.log(styleText('red', failure));
		succeeded &&= !failure;
	}
	return { succeeded, counts: sandbox.counts };
}

/** @throws CommandError if the workflow can't start */
async function runOn(
	built: LoadedPackage,
	workflow: WorkflowFile,
	sandbox: Sandbox,
): Promise<IRun> {
	// After an import, a user chooses the credential in each node.
	const credentials = { customerConversationApi: { id: '1', name: 'The service' } };
	const nodes = workflow.nodes.map((node) => ({ ...node, credentials }));
	const setting = { packages: [built], credentials: credentialFor(sandbox) };
	// The engine rejects an invalid workflow before it starts.
	return await runWorkflow({ ...workflow, nodes }, setting).catch((error: Error) => {
		throw new CommandError(error.message.replace(/\s*\n\s*/g, ' '));
	});
}

/** Sums up the results of all workflows. */
function summaryOf(results: Result[]): string {
	const succeeded = results.filter((result) => result.succeeded).length;
	const all = CONTRACT_OPERATIONS;
	const used = all.filter((name) => results.some(({ counts }) => counts.operations[name]));
	const broken = results.reduce((sum, { counts }) => sum + counts.problems, 0);
	return (
		`${succeeded} of ${results.length} workflows succeeded. They used ${used.length} of ${all.length} operations.\n` +
		`Requests that the mock server refused because they break the documented API: ${broken}.`
	);
}
