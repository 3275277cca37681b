import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { version } from '../../package.json';
import { newestOf } from '../../tools/engine/versions';
import { CASES, type NamedCase, nodeOf } from '../../cases';
import { nodeTypeOf } from '../../cases/nodes';
import type { Exchange } from '../../cases/operationCase';
import { setDate } from '../fixtures/date';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, runNode } from '../../tools/engine/harness';

const RELEASES = path.join(__dirname, '..', 'releases');

/** 1.0.0 has not recorded the version of its nodes: there was one. */
const OLDEST = { settings: { typeVersion: 1 } };

/** A node as a release has saved it, and what it came to then. */
interface Saved {
	saved: NodeRun & Pick<Exchange, 'now'>;
	sent: Array<{ method: string; url: string; body?: unknown }>;
	gave: unknown[];
}

const running = sandboxForTests({
	now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
	contacts: 40,
	accountId: 27,
});

async function carryOut(saved: Saved['saved']): Promise<Saved> {
	running().reset();
	jest.useRealTimers();
	if (saved.now) setDate(saved.now);
	const { main, error, requests } = await runNode(running(), { ...OLDEST, ...saved });
	const sent = requests.map(({ method, url, rawBody, body }) =>
		rawBody === '' ? { method, url } : { method, url, body },
	);
	const gave = error ? [error.message] : main.map(({ json }) => json);
	return JSON.parse(JSON.stringify({ saved, sent, gave })) as Saved;
}

afterEach(() => void jest.useRealTimers());

/** Writes what this release saves and comes to, one workflow a line. */
async function record(): Promise<void> {
	mkdirSync(path.join(RELEASES, version), { recursive: true });
	for (const one of CASES) {
		const settings = { typeVersion: newestOf(nodeTypeOf(one).description) };
		const lines: string[] = [];
		for (const { parameters, item = { json: {} }, timezone, now } of one.exchanges) {
			const node = asSaved(one, parameters, settings);
			const saved = { ...node, items: [item], timezone, now, settings };
			lines.push(`${JSON.stringify(await carryOut(saved))}\n`);
		}
		writeFileSync(path.join(RELEASES, version, `${one.id}.jsonl`), lines.join(''));
	}
}

/** The parameters as the editor saves them: without fields that have their default value. */
function asSaved(one: NamedCase, parameters: IDataObject, node: { typeVersion: number }) {
	const { description } = nodeTypeOf(one);
	const whole = nodeOf(one, parameters);
	const given = whole.parameters as INodeParameters;
	const { properties } = description;
	const saved = NodeHelpers.getNodeParameters(properties, given, false, false, node, description);
	return { ...whole, parameters: { operation: one.operation.value, ...saved } };
}

it('are recorded for each release, so that a later one can be held against it', async () => {
	if (process.env.UPDATE_RELEASE) await record();
	expect(readdirSync(RELEASES)).toContain(version);
});

it.each(readdirSync(RELEASES))(
	'a node that %s has saved sends and gives the same',
	async (release) => {
		for (const file of readdirSync(path.join(RELEASES, release))) {
			const lines = readFileSync(path.join(RELEASES, release, file), 'utf8')
				.trim()
				.split('\n');
			for (const before of lines.map((line) => JSON.parse(line) as Saved)) {
				expect(await carryOut(before.saved)).toEqual(before);
			}
		}
	},
);
