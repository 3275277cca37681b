import type { Result, Table, Verdict } from '../bench';
import { machine } from './machine';

const HEADER = `# Performance

\`npm run bench\` measures the package on n8n's own engine and writes this page. Repeat it to measure
your machine; \`npm run bench -- --quick\` shows in less than a minute that everything works, and
writes nothing.

![Time and CPU against the HTTP Request node](performance.svg)

The chart shows how much each way takes of what the HTTP Request node takes: less is better. The
scale is logarithmic. A line through a dot is the middle half of the rounds, a tick is the budget.
`;

const METHOD = `## How it is measured

- One process runs all ways in turns, round after round, each round beginning with another one. The
  service is the sandbox of this repository, in a process of its own.
- A ratio is taken within a round. Figures are medians; the range in brackets is the middle half of
  the rounds. More rounds are run while that range is wide.
- CPU is what the measured process used in all its threads.
- The HTTP Request node is n8n's own, in its newest version, with this package's credential. It is
  set up as a user would: no batching, automatic response format.
- The bare declarative node has the mapped parameters and sends one request for each item, without
  checks, retries or a limit. It shows what n8n's engine takes for any declarative node. The one that
  reads no parameter takes the values from the input item: it is the least any declarative node with
  mapped parameters can take, for the engine evaluates each of them twice before the node is called.
- axios alone runs without an engine.
`;

const FLOOR = `## What sets the floor

**One item.** n8n's engine evaluates each expression of a declarative node twice before it calls the
node: as it walks the parameters, and again to find out whose the base URL is. The HTTP Request node
evaluates each once. The row _Bare, reads no parameter_ is what is left then for any declarative
node, whatever its description says. On top of it the package reads each parameter with an
expression once, which is the third evaluation; parameters without an expression are not asked of
the engine. The rest of the difference is mostly the limit of ten open requests: the same bare node
with such a limit takes a tenth to a fifth more than without. What the code of the package itself
takes is in the last table. What the limit is for shows the service that is soon full: there the
HTTP Request node, which has none, loses most items.

**A list from a slow service.** The first page goes alone, so that a wrong token costs one request.
The others take pages ÷ concurrency × latency, and n8n's request layer comes on top: it opens a
connection for each request, and handles the answers that arrive together one after the other. The
row of axios, which knows the number of pages and keeps its connections, shows what remains without
it.
`;

/** The documentation of a whole run, as Markdown. */
export function documentOf(results: Result[]): string {
	const verdicts = results.flatMap((result) => result.verdicts);
	return [
		HEADER,
		'## Measured on\n',
		...machine().map((line) => `- ${line}`),
		'\n## Budgets\n',
		verdictSum(verdicts),
		'',
		markdownTable({
			head: ['What', 'Budget', 'Measured', 'Verdict'],
			rows: verdicts.map(({ what, budget, measured, met }) => [
				what,
				budget,
				measured,
				met ? 'met' : '**missed**',
			]),
		}),
		'',
		FLOOR,
		METHOD,
		...results.map(section),
	].join('\n');
}

function verdictSum(verdicts: Verdict[]): string {
	return `${verdicts.filter(({ met }) => met).length} of ${verdicts.length} are met.`;
}

function section({ title, about, table }: Result): string {
	return [`## ${title}`, '', about.join(' '), '', markdownTable(table), ''].join('\n');
}

function markdownTable({ head, rows }: Table): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
