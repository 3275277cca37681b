import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialType } from 'n8n-workflow';

import { formatted } from '../../tools/docs/format';
import { loadPackage } from '../../tools/engine';
import { publicNames, type PublicNode, type PublicParameter } from './publicNames';
import { root } from './root';

interface PublicInterface {
	credentials: Record<string, string[]>;
	nodes: Record<string, PublicNode>;
}

/** The interface as released. It grows with each release; nothing leaves it before version 2. */
const file = join(__dirname, 'publicNames.json');

/** Renews the file: once before a release that adds something. See CONTRIBUTING.md, Versions. */
const renew = process.env.UPDATE_NAMES === '1';

describe('what saved workflows rely on', () => {
	let released: PublicInterface;
	let current: PublicInterface;

	beforeAll(async () => {
		const { nodes, credentials } = await loadPackage(root);
		current = {
			credentials: mapValues(credentials, ({ properties }: ICredentialType) =>
				properties.map(({ name }) => name),
			),
			nodes: mapValues(nodes, publicNames),
		};
		if (renew) writeFileSync(file, await formatted(JSON.stringify(current), 'json'));
		released = JSON.parse(readFileSync(file, 'utf8')) as PublicInterface;
	});

	it('keeps each field of the credential', () => {
		for (const [type, fields] of Object.entries(released.credentials)) {
			expect(current.credentials[type]).toEqual(expect.arrayContaining(fields));
		}
	});

	it('keeps each node type, operation and parameter', () => {
		expect(namesIn(current)).toEqual(expect.arrayContaining(namesIn(released)));
	});

	it("keeps each parameter's type and default", () => {
		const now = new Map(parametersIn(current));
		for (const [name, { type, default: usual }] of parametersIn(released)) {
			expect({ name, ...now.get(name) }).toMatchObject({ name, type, default: usual });
		}
	});

	it('keeps each value that there is to choose', () => {
		const now = new Map(parametersIn(current));
		for (const [name, { values = [] }] of parametersIn(released)) {
			expect({ name, values: now.get(name)?.values ?? [] }).toEqual({
				name,
				values: expect.arrayContaining(values),
			});
		}
	});
});

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function namesIn(names: PublicInterface): string[] {
	return parametersIn(names).map(([name]) => name);
}

/** Each parameter with its full name: node type, operation and path. */
function parametersIn({ nodes }: PublicInterface): Array<[string, PublicParameter]> {
	return Object.entries(nodes).flatMap(([type, operations]) =>
		Object.entries(operations).flatMap(([operation, parameters]) =>
			Object.entries(parameters).map(([path, parameter]): [string, PublicParameter] => [
				`${type} ${operation} ${path}`,
				parameter,
			]),
		),
	);
}
