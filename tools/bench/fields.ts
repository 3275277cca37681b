import { credentialFor } from '../engine';
import { type ExpressionEngine, startExpressionEngine } from '../engine/expressionEngine';
import { tokensOf } from '../sandbox';
import { BARE, HTTP_REQUEST, OWN } from './bench';
import { inTurns, ratioOf, type Series, medianOf } from './measure';
import { creating, loadPackages, people } from './nodes';
import { runNode } from './service';

/** What is measured: creates with some mapped fields. */
export interface Task {
	engine: ExpressionEngine;
	fields: number[];
	items: number;
	rounds: number;
	/** A service that accepts any body: what the three nodes send differs. */
	url: string;
}

/** The processor time of creates with some mapped fields. */
export interface Figures {
	fields: number;
	/** Of the package for an item, in milliseconds. */
	ownMs: number;
	toHttpRequest: number;
	toBare: number;
}

process.once('disconnect', () => process.exit());

/** Measures all ways in turns, so that the ratios are of one run. */
async function measure({ engine, fields, items, rounds, url }: Task): Promise<Figures[]> {
	await startExpressionEngine(engine);
	const packages = await loadPackages();
	const credentials = credentialFor({ url, tokens: tokensOf() });
	const figures: Figures[] = [];
	for (const count of fields) {
		const input = people(items);
		const nodes = creating(count, `${url}/api/v1/accounts/1`);
		const ways = Object.entries(nodes).map(([name, node]) => ({
			name,
			run: async () => void (await runNode(node, packages, { credentials }, input)),
		}));
		figures.push(figuresOf(await inTurns(ways, rounds), count, items));
	}
	return figures;
}

function figuresOf(series: Series, fields: number, items: number): Figures {
	return {
		fields,
		ownMs: medianOf(series, OWN, 'cpuMs') / items,
		toHttpRequest: ratioOf(series, OWN, HTTP_REQUEST, 'cpuMs'),
		toBare: ratioOf(series, OWN, BARE, 'cpuMs'),
	};
}

void measure(JSON.parse(process.argv[2]) as Task).then((figures) => process.send?.(figures));
