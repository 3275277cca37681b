import { LoggerProxy } from 'n8n-workflow';

/** The captured output of this process: console, both streams and n8n's logger. */
export interface Listening {
	readonly heard: readonly string[];
	stop: () => void;
}

/** Captures all output of a run instead of printing it. */
export function listen(): Listening {
	const heard: string[] = [];
	const hear = (...said: unknown[]) => void heard.push(said.map(textOf).join(' '));
	const write = (chunk: unknown) => {
		hear(chunk);
		return true;
	};
	const logger = { debug: hear, info: hear, warn: hear, error: hear };
	const restores = [
		replace(console, { ...logger, log: hear }),
		replace(process.stdout, { write }),
		replace(process.stderr, { write }),
	];
	LoggerProxy.init(logger);
	return { heard, stop: () => restores.forEach((restore) => restore()) };
}

/**
 * Replaces methods of an object.
 *
 * @returns a function that restores the methods
 */
export function replace<T extends object>(target: T, methods: Partial<T>): () => void {
	const names = Object.keys(methods) as Array<keyof T>;
	const originals = Object.fromEntries(names.map((name) => [name, target[name]]));
	Object.assign(target, methods);
	return () => void Object.assign(target, originals);
}

/** All text that can be reached from a value, including hidden properties. */
export function textOf(value: unknown): string {
	const texts: string[] = [];
	const seen = new Set<unknown>();
	const queue: unknown[] = [value];
	while (queue.length > 0) {
		const current = queue.pop();
		if (typeof current === 'string') texts.push(current);
		if (typeof current !== 'object' || current === null || seen.has(current)) continue;
		seen.add(current);
		if (current instanceof Uint8Array) texts.push(Buffer.from(current).toString('latin1'));
		else queue.push(...reachable(current));
	}
	return texts.join('\n');
}

function reachable(value: object): unknown[] {
	if (value instanceof Map) return [...value].flat();
	if (value instanceof Set) return [...value];
	return Object.getOwnPropertyNames(value).flatMap((name) => {
		const descriptor = Object.getOwnPropertyDescriptor(value, name);
		return [name, descriptor?.value as unknown];
	});
}
