import { quote } from '../values';

/** Evaluates an expression such as `{{ $json.id }}` for the item. */
export type Evaluate = (expression: string) => unknown;

/**
 * Reads a value.
 *
 * @param raw the parameter as it is stored, with its expressions
 */
export type Check<T> = (value: unknown, raw?: unknown, evaluate?: Evaluate) => T;

/** A wrong value. Its message continues a sentence that starts with the field's name. */
export class InvalidValue extends Error {}

/** Checks a value. The error of an invalid one is changed, such as by the name of its field; any other is a bug. */
export function withError<T>(check: () => T, change: (error: InvalidValue) => InvalidValue): T {
	try {
		return check();
	} catch (error) {
		throw error instanceof InvalidValue ? change(error) : error;
	}
}

/** A value of another kind than its field needs, such as `a number like 50`. */
export class UnexpectedValue extends InvalidValue {
	constructor(
		readonly expected: string,
		value: unknown,
	) {
		super(`must be ${expected}, but is ${quote(value)}`);
	}
}

/** A wrong value in a row of a list. Its message and its remedy are whole sentences. */
export class InvalidRow extends InvalidValue {
	constructor(
		message: string,
		readonly remedy?: string,
	) {
		super(message);
	}
}
