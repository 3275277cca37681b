import path from 'node:path';
import chalk from 'chalk';
import type { WorkflowFile } from '../engine';
import { checkService } from './check';
import type { DemoOptions } from './commandLine';
import { type Engine, openEngine } from './engine';
import { progressLine } from './progress';
import { brokenOff, reportOf, type RunReport } from './report';
import { openService, type Service } from './service';
import { type Result, summaryOf } from './summary';
import { markOf, nodeTable, outcomeTables } from './tables';
import { canRun, type Example, readExample, readExamples, runsOf } from './workflowFile';

const ROOT = path.join(__dirname, '../..');
const EXAMPLES = path.relative(process.cwd(), path.join(ROOT, 'examples'));

const STAND_INS =
	"Nodes     n8n's own nodes are stand-ins here: they send no email and answer no webhook";

const progress = progressLine(process.stdout);

function say(text: string): void {
	progress('');
	console.log(text);
}

/**
 * Runs one workflow or all examples, and tells what happened.
 *
 * @returns whether all succeeded
 * @throws Refusal if it can't begin
 */
export async function runDemo(options: DemoOptions): Promise<boolean> {
	const chosen = options.file === undefined ? undefined : readExample(options.file);
	progress("Loading n8n's engine …");
	const engine = await openEngine(ROOT);
	const examples = chosen ? [chosen] : readExamples(EXAMPLES);
	const leftOut = chosen ? [] : examples.filter((example) => !canRun(example, engine.types));
	const plans = examples
		.filter((example) => !leftOut.includes(example))
		.map((example) => planOf(example, engine));
	progress('Looking for the service …');
	const service = await openService(options);
	try {
		if (options.service) await checkService(engine, service, options.service);
		say(`${engine.title}\n${service.title}\n${STAND_INS}`);
		const results: Result[] = [];
		for (const plan of plans) results.push(await carryOut(plan, engine, service));
		say(`\n${summaryOf(results)}`);
		for (const { file } of leftOut) say(`Left out: ${file}. It needs n8n itself: import it there.`);
		return results.every(({ succeeded }) => succeeded);
	} finally {
		progress('');
		await service.close();
	}
}

/** A workflow and the runs to make of it. */
interface Plan {
	file: string;
	title: string;
	runs: WorkflowFile[];
}

function planOf(example: Example, { types }: Engine): Plan {
	const { file, workflow } = example;
	return { file, title: workflow.name ?? file, runs: runsOf(example, types) };
}

async function carryOut(plan: Plan, engine: Engine, service: Service): Promise<Result> {
	const { file, title, runs } = plan;
	const started = Date.now();
	const reports: RunReport[] = [];
	await service.refresh();
	for (const workflow of runs) {
		const onNode = (node: string) => progress(`${title}: ${node} …`);
		const run = engine.run(workflow, service.credentials, onNode);
		reports.push(await run.then((data) => reportOf(workflow, data), brokenOff));
	}
	const milliseconds = Date.now() - started;
	const succeeded = reports.every(({ failure }) => failure === undefined);
	say(`\n${markOf(succeeded)} ${chalk.bold(title)} ${chalk.dim(`(${file})`)}`);
	for (const text of textsOf(reports)) say(text);
	return { file, succeeded, milliseconds, counts: await service.counts() };
}

function textsOf(reports: RunReport[]): string[] {
	const nodes = reports.flatMap((report) => report.nodes);
	return [
		...(nodes.length > 0 ? [nodeTable(nodes)] : []),
		...reports.flatMap(({ failure }) => (failure === undefined ? [] : [chalk.red(failure)])),
		...outcomeTables(reports.flatMap(({ outcomes }) => outcomes)),
	];
}
