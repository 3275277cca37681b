import type { Result, Table, Verdict } from '../bench';
import { machine } from './machine';

const HEADER = `# Performance

\`npm run bench\` measures the package on n8n's own engine and writes this page. Repeat it to measure
your machine; \`npm run bench -- --quick\` shows in less than a minute that everything works, and
writes nothing.

![Seconds for 1,000 contacts, by the latency of the service](performance.svg)

The node finds out by itself how many requests a service takes. The HTTP Request node sends all
items at once, which is as quick where the service stands it, and loses items where it does not: see
the services that take only so much.
`;

const METHOD = `## How it is measured

- One process runs all ways in turns, round after round, each round beginning with another one. The
  service is the sandbox of this repository, in a process of its own.
- A ratio is taken within a round. Figures are medians; the range in brackets is the middle half of
  the rounds.
- CPU is what the measured process used in all its threads.
- The HTTP Request node is n8n's own, in its newest version, with this package's credential.
- The bare declarative node takes its values from the input item and sends one request for each,
  without checks, retries or a limit: what it takes, n8n's engine takes.
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
