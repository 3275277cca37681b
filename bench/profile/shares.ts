import type { Profiler } from 'node:inspector';
import { IDLE, ownerOf } from './owners';

type Node = Profiler.ProfileNode;

/** Milliseconds at work, without idling. */
export interface Shares {
	total: number;
	/** By owner: time in its own functions. */
	byOwner: Map<string, number>;
	functions: FunctionTime[];
}

export interface FunctionTime {
	name: string;
	owner: string;
	/** In the function itself. */
	self: number;
	/** With all that it called. */
	total: number;
}

/** What a profile says about who the time went to. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
	const selfMs = new Map<number, number>();
	samples.forEach((id, index) => {
		selfMs.set(id, (selfMs.get(id) ?? 0) + Math.max(0, timeDeltas[index]) / 1000);
	});
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const byOwner = new Map<string, number>();
	const functions = new Map<string, FunctionTime>();
	let total = 0;

	const visit = (node: Node, above: ReadonlySet<string>): number => {
		const owner = ownerOf(node.callFrame);
		const self = selfMs.get(node.id) ?? 0;
		const { functionName, url, lineNumber } = node.callFrame;
		const key = `${url}:${lineNumber}:${functionName}`;
		if (owner !== IDLE) {
			total += self;
			byOwner.set(owner, (byOwner.get(owner) ?? 0) + self);
		}
		const inside = new Set([...above, key]);
		let all = self;
		for (const id of node.children ?? []) {
			const child = byId.get(id);
			if (child) all += visit(child, inside);
		}
		const name = functionName || `(anonymous, line ${lineNumber + 1})`;
		const known = functions.get(key) ?? { name, owner, self: 0, total: 0 };
		known.self += self;
		// A function that calls itself must not be counted twice.
		if (!above.has(key)) known.total += all;
		functions.set(key, known);
		return all;
	};
	visit(nodes[0], new Set());
	return { total, byOwner, functions: [...functions.values()] };
}
