import type { Action, Fault, FaultKind } from './faults';

/** Faults that leave the answer as it is. */
const BYSTANDERS: ReadonlySet<FaultKind> = new Set<FaultKind>([
	'latency',
	'dropUnderscoreHeaders',
	'shiftedPages',
]);

/** Faults that spoil the answer to something that was done, unless they say otherwise. */
const AFTER_THE_FACT: ReadonlySet<FaultKind> = new Set<FaultKind>([
	'truncated',
	'nonJson',
	'empty',
]);

/** Whether the operation is carried out although the fault spoils its answer. */
export function actionOf(fault: Fault): Action {
	const usual = AFTER_THE_FACT.has(fault.kind) ? 'performed' : 'skipped';
	return 'action' in fault ? (fault.action ?? usual) : usual;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

/** Milliseconds the faults add before the answer. */
export function latencyOf(faults: readonly Fault[]): number {
	return sum(faults.map((fault) => (fault.kind === 'latency' ? fault.ms : 0)));
}

/** Records by which the faults make later pages begin early. */
export function pageShiftOf(faults: readonly Fault[]): number {
	return sum(faults.map((fault) => (fault.kind === 'shiftedPages' ? fault.by : 0)));
}

/** The fault that decides how the request ends; undefined where the others leave it be. */
export function mainFault(faults: readonly Fault[]): Fault | undefined {
	return faults.find(({ kind }) => !BYSTANDERS.has(kind));
}
