import path from 'node:path';
import { styleText } from 'node:util';
import type { IRun } from 'n8n-workflow';
import { loadPackage, type LoadedPackage, runWorkflow, type WorkflowFile } from '../engine';
import { builtIns } from '../engine/builtIns';
import { CommandError } from '../commandError';
import { root } from '../repository';
import type { RequestCounts } from '../sandbox';
import { CONTRACT_OPERATIONS } from '../sandbox/operations';
import { openService, type Service } from '../service';
import { failureOf, reportOf } from './report';
import { canRun, type Example, readExample, readExamples, runsOf, completed } from './workflowFile';

const EXAMPLES = path.relative(process.cwd(), path.join(root, 'examples'));

const SIMULATED_NODES =
	"n8n's built-in nodes are simulated: no email or message is sent, and no webhook gets a response";

/** Options of `npm run demo`. */
export interface DemoOptions {
	/** The workflow to run. Without it, all examples run. */
	file?: string;
	account: number;
	/** Base URL of a real service. Without it, the demo starts a mock server. */
	baseUrl?: string;
}

/** The result of a workflow. */
interface Result {
	succeeded: boolean;
	/** The requests to the mock server; undefined with a real service. */
	counts?: RequestCounts;
}

/**
 * Runs one workflow or all examples, and prints the results.
 *
 * @returns whether all workflows succeeded
 * @throws CommandError if a workflow can't start
 */
export async function runDemo({ file, ...wanted }: DemoOptions): Promise<boolean> {
	if (wanted.baseUrl !== undefined && file === undefined) {
		throw new CommandError(
			'Name the workflow to run against the service, such as examples/tour.json.',
		);
	}
	const chosen = file === undefined ? readExamples(EXAMPLES) : [readExample(file)];
	const built = await loadPackage(root);
	const types = { ...builtIns, ...built.nodes };
	const plans = chosen
		.filter((example) => file !== undefined || canRun(example, types))
		.map((example) => (wanted.baseUrl === undefined ? completed(example) : example))
		.map((example) => ({ example, runs: runsOf(example, types) }));
	const service = await openService(wanted);
	try {
		console.log(`${titleOf(built)}\n${service.title}\n${SIMULATED_NODES}`);
		const results: Result[] = [];
		for (const { example, runs } of plans) {
			results.push(await runExample(example, runs, built, service));
		}
		console.log(`\n${summaryOf(results)}`);
		for (const example of chosen.filter((one) => !canRun(one, types))) {
			console.log(`Skipped ${example.file}: it needs n8n. Import it into n8n to run it.`);
		}
		return results.every(({ succeeded }) => succeeded);
	} finally {
		await service.close();
	}
}

async function runExample(
	{ file, workflow: { name = file } }: Example,
	runs: WorkflowFile[],
	built: LoadedPackage,
	{ credential, sandbox }: Service,
): Promise<Result> {
	console.log(`\n${styleText('bold', name)} (${file})`);
	sandbox?.reset();
	let succeeded = true;
	for (const workflow of runs) {
		const run = await runOn(built, workflow, credential);
		const failure = failureOf(run);
		console.log(reportOf(workflow, run));
		if (failure) console.log(styleText('red', failure));
		succeeded &&= !failure;
	}
	return { succeeded, counts: sandbox?.counts };
}

/** Says which package was loaded. */
function titleOf({ nodes }: LoadedPackage): string {
	const [type, ...others] = Object.keys(nodes);
	return `Loaded ${type.split('.')[0]} with ${others.length + 1} nodes into n8n's engine`;
}

/** @throws CommandError if the workflow can't start */
async function runOn(
	built: LoadedPackage,
	workflow: WorkflowFile,
	credential: Service['credential'],
): Promise<IRun> {
	// After an import, a user chooses the credential in each node.
	const credentials = { customerConversationApi: { id: '1', name: 'The service' } };
	const nodes = workflow.nodes.map((node) => ({ ...node, credentials }));
	const data = { ...credential, tokenHeader: 'api_access_token' };
	const setting = { packages: [built], credentials: { customerConversationApi: data } };
	// The engine rejects an invalid workflow before it starts.
	return await runWorkflow({ ...workflow, nodes }, setting).catch((error: Error) => {
		throw new CommandError(error.message.replace(/\s*\n\s*/g, ' '));
	});
}

/** Sums up the results of all workflows. */
function summaryOf(results: Result[]): string {
	const succeeded = results.filter((result) => result.succeeded).length;
	return [
		`${succeeded} of ${results.length} workflows succeeded.`,
		...contractSentence(results.flatMap(({ counts }) => counts ?? [])),
	].join('\n');
}

function contractSentence(counts: RequestCounts[]): string[] {
	if (counts.length === 0) return [];
	const used = CONTRACT_OPERATIONS.filter((name) => counts.some((count) => count.operations[name]));
	const broken = counts.reduce((sum, { problems }) => sum + problems, 0);
	return [
		`${used.length} of ${CONTRACT_OPERATIONS.length} operations of the contract were used. ` +
			`Requests that broke the contract: ${broken}.`,
	];
}
