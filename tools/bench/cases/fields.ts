import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { nodeIn } from '../../node24';
import type { Bench, Result } from '../bench';
import type { ExpressionEngine } from '../../engine/expressionEngine';
import type { Figures, Task } from '../fields';
import { N8N } from '../nodes';
import { count, number } from '../report';
import { startScript } from '../service';

const ENGINES: ExpressionEngine[] = ['legacy', 'vm'];
const FIELDS = [2, 5, 10];
const ITEMS = 1000;
const ROUNDS = 8;

/** The processor time of creates by the number of mapped fields, on both expression engines. */
export async function fieldsCase({ report }: Bench): Promise<Result> {
	const rows: string[][] = [];
	for (const engine of ENGINES) {
		report(`create × ${count(ITEMS)} with ${FIELDS.join(', ')} mapped fields: ${engine}`);
		for (const figures of await figuresOn({
			engine,
			fields: FIELDS,
			items: ITEMS,
			rounds: ROUNDS,
		})) {
			const { fields, ownMs, toHttpRequest, toBare } = figures;
			rows.push([engine, String(fields), ...[ownMs, toHttpRequest, toBare].map(number)]);
		}
	}
	return {
		title: 'Processor time by mapped fields',
		about:
			'Each field of a contact is dragged from the input. n8n 1.123 and versions from 2.40 on evaluate expressions with the engine vm. The bare declarative node sends the same fields unchanged: no declarative node can need less. Ratios are medians of one run.',
		head: [
			'Expression engine',
			'Fields',
			'CPU per contact, ms',
			'× HTTP Request node',
			'× bare declarative node',
		],
		rows,
		node: execFileSync(node24(), ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
	};
}

/** The path of a Node.js that n8n runs on. */
function node24(): string {
	const isThisOne = process.versions.node.startsWith('24.');
	return isThisOne ? process.execPath : nodeIn(join(N8N, 'node_modules'));
}

/** Runs in a process of its own, because an engine can't be changed once it has started. */
async function figuresOn(task: Omit<Task, 'url'>): Promise<Figures[]> {
	const server = createServer((request, response) => {
		request.resume().once('end', () => response.end('{"id": 1, "name": "Ada"}'));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const { child, said } = await startScript<Figures[]>(
		'fields.ts',
		{ ...task, url: `http://127.0.0.1:${port}` },
		node24(),
	);
	child.kill();
	server.close();
	return said;
}
