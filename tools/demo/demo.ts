import path from 'node:path';
import chalk from 'chalk';
import type { WorkflowFile } from '../engine';
import { CONTRACT_OPERATIONS, type RequestCounts } from '../sandbox';
import { openService, type Service } from '../service';
import { checkService } from './check';
import type { DemoOptions } from './commandLine';
import { type Engine, openEngine } from './engine';
import { brokenOff, reportOf, type RunReport } from './report';
import { markOf, nodeTable, outcomeTable, tableOf } from './tables';
import { canRun, type Example, readExample, readExamples, runsOf } from './workflowFile';

const ROOT = path.join(__dirname, '../..');
const EXAMPLES = path.relative(process.cwd(), path.join(ROOT, 'examples'));

const STAND_INS = "n8n's own nodes are stand-ins here: they send no email and answer no webhook";

/** What came of a workflow. */
interface Result {
	file: string;
	succeeded: boolean;
	milliseconds: number;
	/** What the sandbox was asked; a real service does not tell. */
	counts?: RequestCounts;
}

/**
 * Runs one workflow or all examples, and tells what happened.
 *
 * @returns whether all succeeded
 * @throws CommandError if it can't begin
 */
export async function runDemo(options: DemoOptions): Promise<boolean> {
	const chosen = options.file === undefined ? undefined : readExample(options.file);
	const engine = await openEngine(ROOT);
	const examples = chosen ? [chosen] : readExamples(EXAMPLES);
	const leftOut = chosen ? [] : examples.filter((example) => !canRun(example, engine.types));
	const plans = examples
		.filter((example) => !leftOut.includes(example))
		.map((example) => ({ example, runs: runsOf(example, engine.types) }));
	const service = await openService(options);
	try {
		if (!service.sandbox) await checkService(engine, service);
		console.log(`${engine.title}\n${service.title}\n${STAND_INS}`);
		const results: Result[] = [];
		for (const { example, runs } of plans) {
			results.push(await carryOut(example, runs, engine, service));
		}
		console.log(`\n${summaryOf(results)}`);
		for (const { file } of leftOut) {
			console.log(`Left out: ${file}. It needs n8n itself: import it there.`);
		}
		return results.every(({ succeeded }) => succeeded);
	} finally {
		await service.close();
	}
}

async function carryOut(
	{ file, workflow: { name = file } }: Example,
	runs: WorkflowFile[],
	engine: Engine,
	{ credential, sandbox }: Service,
): Promise<Result> {
	const started = Date.now();
	const reports: RunReport[] = [];
	sandbox?.reset();
	for (const workflow of runs) {
		const run = engine.run(workflow, credential);
		reports.push(await run.then((data) => reportOf(workflow, data), brokenOff));
	}
	const milliseconds = Date.now() - started;
	const failures = reports.flatMap(({ failure }) => failure ?? []);
	const succeeded = failures.length === 0;
	console.log(`\n${markOf(succeeded)} ${chalk.bold(name)} ${chalk.dim(`(${file})`)}`);
	console.log(nodeTable(reports.flatMap(({ nodes }) => nodes)));
	for (const failure of failures) console.log(chalk.red(failure));
	console.log(outcomeTable(reports.flatMap(({ outcomes }) => outcomes)));
	return { file, succeeded, milliseconds, counts: sandbox?.counts };
}

/** What came of all workflows together. */
function summaryOf(results: Result[]): string {
	const rows = results.map(({ file, succeeded, milliseconds, counts }) => [
		markOf(succeeded),
		file,
		counts?.total ?? '',
		`${milliseconds} ms`,
	]);
	const succeeded = results.filter((result) => result.succeeded).length;
	return [
		tableOf(['', 'Workflow', 'Requests', 'Time'], rows),
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
