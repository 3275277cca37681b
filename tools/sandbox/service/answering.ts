import { authorize, identify } from '../access';
import type { Answer } from '../answer';
import type { UploadedFile } from '../body';
import type { Dialect } from '../dialect';
import type { OperationName } from '../operations';
import type { JsonObject } from '../records';
import { Refusal, refusal } from '../refusal';
import type { State } from '../state';
import { SERVICE } from '.';
import type { Call } from './call';

/** A request that was read and held against the contract. */
export interface Reading {
	operation: OperationName;
	params: Record<string, string>;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
	files: readonly UploadedFile[];
	/** How it breaks the contract, if it does. */
	problem: string | undefined;
	pageSize: number;
	pageShift: number;
}

function perform<Name extends OperationName>(
	operation: Name,
	dialect: Dialect,
	call: Call,
): Answer {
	return dialect.render[operation](SERVICE[operation](call), call);
}

/** What the service answers: the operation's result, or why it refuses, in the dialect's shapes. */
export function answerFor(reading: Reading, dialect: Dialect, state: State): Answer {
	const { operation, params, problem } = reading;
	try {
		const caller = identify(state, reading.headers, Number(params.account_id));
		if (problem !== undefined) {
			throw refusal('breach', `The request breaks the contract: ${problem}`);
		}
		authorize(caller, operation, dialect.traits);
		return perform(operation, dialect, {
			state,
			traits: dialect.traits,
			caller,
			id: Number(params.id ?? params.inbox_id ?? 0),
			query: reading.query as Record<string, string>,
			body: (reading.body ?? {}) as JsonObject,
			files: reading.files,
			pageSize: reading.pageSize,
			pageShift: reading.pageShift,
		});
	} catch (error) {
		if (error instanceof Refusal) return dialect.refuse(error, operation);
		throw error;
	}
}
