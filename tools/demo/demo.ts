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
import { canRun, type Example, readExample, readExamples, runsOf } from './workflowFile';

const EXAMPLES = path.relative(process.cwd(), path.join(root, 'examples'));

const STAND_INS = "n8n's own nodes are stand-ins here: they send no email and answer no webhook";

/** What `npm run demo` was asked for. */
export interface DemoOptions {
	/** The one workflow to run; left out, all examples. */
	file?: string;
	account: number;
	/** A real service; left out, the sandbox. */
	baseUrl?: string;
}

/** What came of a workflow. */
interface Result {
	succeeded: boolean;
	/** What the sandbox was asked; a real service does not tell. */
	counts?: RequestCounts;
}

/**
 * Runs one workflow or all examples, and tells what happened.
 *
 * @returns whether all succeeded
 * @throws CommandError if it can't begin
 */
export async function runDemo({ file, ...wanted }: DemoOptions): Promise<boolean> {
	if (wanted.baseUrl !== undefined && file === undefined) {
		throw new CommandError('Name the workflow to run there, such as examples/tour.json.');
	}
	const chosen = file === undefined ? readExamples(EXAMPLES) : [readExample(file)];
	const built = await loadPackage(root);
	const types = { ...builtIns, ...built.nodes };
	const plans = chosen
		.filter((example) => file !== undefined || canRun(example, types))
		.map((example) => ({ example, runs: runsOf(example, types) }));
	const service = await openService(wanted);
	try {
		console.log(`${titleOf(built)}\n${service.title}\n${STAND_INS}`);
		const results: Result[] = [];
		for (const { example, runs } of plans) {
			results.push(await carryOut(example, runs, built, service));
		}
		console.log(`\n${summaryOf(results)}`);
		for (const example of chosen.filter((one) => !canRun(one, types))) {
			console.log(`Left out: ${example.file}. It needs n8n itself: import it there.`);
		}
		return results.every(({ succeeded }) => succeeded);
	} finally {
		await service.close();
	}
}

async function carryOut(
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

/** One line that says what was loaded. */
function titleOf({ nodes }: LoadedPackage): string {
	const [type, ...others] = Object.keys(nodes);
	return `The package ${type.split('.')[0]}, ${others.length + 1} nodes, loaded by n8n-core`;
}

/** Runs a workflow to its end. Throws a CommandError where it cannot begin. */
async function runOn(
	built: LoadedPackage,
	workflow: WorkflowFile,
	credential: Service['credential'],
): Promise<IRun> {
	// A user does so after an import.
	const chosen = { customerConversationApi: { id: '1', name: 'The service' } };
	const nodes = workflow.nodes.map((node) => ({ ...node, credentials: chosen }));
	const data = { ...credential, tokenHeader: 'api_access_token' };
	const setting = { packages: [built], credentials: { customerConversationApi: data } };
	// The engine finds the workflow wanting before it begins.
	return await runWorkflow({ ...workflow, nodes }, setting).catch((error: Error) => {
		throw new CommandError(error.message.replace(/\s*\n\s*/g, ' '));
	});
}

/** What came of all workflows together. */
function summaryOf(results: Result[]): string {
	const succeeded = results.filter((result) => result.succeeded).length;
	return [
		`${succeeded} of ${results.length} succeeded.`,
		...contractSentence(results.flatMap(({ counts }) => counts ?? [])),
	].join('\n');
}

function contractSentence(counts: RequestCounts[]): string[] {
	if (counts.length === 0) return [];
	const used = CONTRACT_OPERATIONS.filter((name) => counts.some((count) => count.operations[name]));
	const broken = counts.reduce((sum, { problems }) => sum + problems, 0);
	return [
		`${used.length} of the ${CONTRACT_OPERATIONS.length} operations of the contract were used. ` +
			`Requests that broke the contract: ${broken}.`,
	];
}
