import chalk from 'chalk';
import Table from 'cli-table3';
import type { Result, Table as Rows, Verdict } from '../bench';

/** A case as it is printed when it has been measured. */
export function resultText({ title, about, table }: Result): string {
	return ['', chalk.bold(title), ...about, tableText(table)].join('\n');
}

/** All budgets, and whether they are met. */
export function verdictText(verdicts: Verdict[]): string {
	const missed = verdicts.filter(({ met }) => !met).length;
	const rows = verdicts.map(({ what, budget, measured, met }) => [
		what,
		budget,
		measured,
		met ? chalk.green('met') : chalk.red('missed'),
	]);
	const sum = `${verdicts.length - missed} of ${verdicts.length} budgets are met.`;
	return [
		'',
		chalk.bold('Budgets'),
		tableText({ head: ['What', 'Budget', 'Measured', 'Verdict'], rows }),
		missed === 0 ? chalk.green(sum) : chalk.red(sum),
	].join('\n');
}

function tableText({ head, rows }: Rows): string {
	const table = new Table({ head, style: { head: [], compact: true } });
	table.push(...rows);
	return table.toString();
}
