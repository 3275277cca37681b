import { CONTRACT_OPERATIONS, type RequestCounts } from '../sandbox';
import { markOf, tableOf } from './tables';

/** What came of a workflow. */
export interface Result {
	file: string;
	succeeded: boolean;
	milliseconds: number;
	/** What the sandbox was asked; a real service does not tell. */
	counts?: RequestCounts;
}

/** What came of all workflows together. */
export function summaryOf(results: Result[]): string {
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
