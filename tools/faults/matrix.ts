import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import type { ClientRequest } from 'node:http';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type DialectName, type RecordedRequest, type Sandbox, startSandbox } from '../sandbox';
import { CASES, nodeOf, type NamedCase } from '../../cases';
import { FAULT_CASES, type FaultCase, scoped, UNKNOWN_HOST } from './faultCases';
import { type OnError, type NodeResult, runNode } from '../engine/harness';
import { listen, replace, textOf } from './leaks';
import { scaleClock } from './scaledClock';

const TOKEN = 'token-7f31c0de';

/** Each dialect and each setting of On Error. All combinations would cost three minutes. */
const SETTINGS: ReadonlyArray<[DialectName, OnError]> = [
	['documented', 'stopWorkflow'],
	['documented', 'continueErrorOutput'],
	['upstream', 'continueRegularOutput'],
];

/** In addition for the operations that Chatwoot lacks: they have a description of their own. */
const VOXYS_SETTINGS: typeof SETTINGS = [
	['voxys', 'stopWorkflow'],
	['voxys', 'continueRegularOutput'],
];

function settingsFor({ operation }: NamedCase): typeof SETTINGS {
	return operation.inChatwoot ? SETTINGS : [...SETTINGS, ...VOXYS_SETTINGS];
}

/** One operation under one fault, in one mode and one dialect. */
export interface Cell {
	faultCase: FaultCase;
	operationCase: NamedCase;
	mode: OnError;
	dialect: DialectName;
	outcome: Omit<NodeResult, 'run'>;
	/** The requests of the operation itself, without look-ups. */
	requests: readonly RecordedRequest[];
	/** Input items that succeeded, and input items that failed. */
	done: number[];
	failed: number[];
	/** Whether the token is in an item, an error or a log. */
	isTokenShown: boolean;
}

/** Runs every operation under every fault, on a clock that skips waits. */
export async function runMatrix(): Promise<Cell[]> {
	const clock = scaleClock(10_000);
	const timeouts = new Timeouts();
	const options = { token: TOKEN, contacts: 20, now: () => Date.now() };
	const plain = await startSandbox(options);
	const tls = await startSandbox({ ...options, tls: true });
	const restores = [
		replace(dns, { lookup: failingFor(UNKNOWN_HOST, dns.lookup) }),
		// Without jitter, each run is the same.
		replace(Math, { random: () => 0 }),
	];
	const cells: Cell[] = [];
	try {
		for (const faultCase of FAULT_CASES) {
			for (const operationCase of CASES) {
				for (const [dialect, mode] of settingsFor(operationCase)) {
					const sandbox = faultCase.tls ? tls : plain;
					sandbox.reset();
					sandbox.setDialect(dialect);
					const cell = await runCell(sandbox, faultCase, operationCase, mode, timeouts);
					cells.push({ ...cell, dialect });
				}
			}
		}
	} finally {
		clock.restore();
		timeouts.stop();
		restores.forEach((restore) => restore());
		await Promise.all([plain.close(), tls.close()]);
	}
	return cells;
}

async function runCell(
	sandbox: Sandbox,
	faultCase: FaultCase,
	operationCase: NamedCase,
	mode: OnError,
	timeouts: Timeouts,
): Promise<Omit<Cell, 'dialect'>> {
	const { id, scenario } = operationCase;
	scenario.prepare?.(sandbox.state);
	const fault = scoped(faultCase);
	sandbox.setFault(
		fault && { ...fault, operation: id, ...(fault.kind === 'silence' && timeouts.atOnce) },
	);
	const listening = listen();
	try {
		const { run, ...outcome } = await runNode(sandbox, {
			...nodeOf(operationCase, oneAfterTheOther(scenario.parameters, faultCase)),
			items: scenario.items,
			credential: faultCase.credential?.(sandbox),
			onError: mode,
		});
		return {
			faultCase,
			operationCase,
			mode,
			outcome,
			requests: outcome.requests.filter(({ operation }) => operation === id),
			done: inputsOf(outcome.main.filter(({ json }) => json.error === undefined)),
			failed: inputsOf([
				...outcome.main.filter(({ json }) => json.error !== undefined),
				...outcome.failed,
			]),
			isTokenShown: textOf([run, listening.heard]).includes(TOKEN),
		};
	} finally {
		listening.stop();
	}
}

/** Ends a request without a response as its timeout would, without the wait. */
class Timeouts {
	private latest: ClientRequest | undefined;

	readonly atOnce = { whenSilent: () => void this.latest?.emit('timeout') };

	private readonly started = (message: unknown) => {
		this.latest = (message as { request: ClientRequest }).request;
	};

	constructor() {
		subscribe('http.client.request.start', this.started);
	}

	stop(): void {
		unsubscribe('http.client.request.start', this.started);
	}
}

function oneAfterTheOther(parameters: IDataObject, { requestOptions }: FaultCase): IDataObject {
	const options = { ...(parameters.options as IDataObject), maxConcurrentRequests: 1 };
	return { ...parameters, options, ...(requestOptions && { requestOptions }) };
}

/** The input items that output items are paired with; NaN for an unpaired item. */
function inputsOf(items: INodeExecutionData[]): number[] {
	const inputs = items.map(({ pairedItem }) =>
		typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : NaN,
	);
	return [...new Set(inputs)];
}

function failingFor(host: string, lookup: typeof dns.lookup): typeof dns.lookup {
	const failing = (name: string, ...rest: unknown[]) => {
		if (name !== host) return Reflect.apply(lookup, dns, [name, ...rest]) as undefined;
		const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
		process.nextTick(rest.at(-1) as (error: Error) => void, error);
		return undefined;
	};
	return Object.assign(failing, lookup) as typeof dns.lookup;
}
