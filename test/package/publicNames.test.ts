import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine';
import { versionsOf } from '../../tools/engine/versions';
import { ofVersion, placedProperties } from '../fixtures/properties';
import { root } from '../../tools/repository';

/** The interface as released. It grows with each release; nothing leaves it before version 2. */
const FILE = join(__dirname, 'publicNames.txt');
const SEPARATOR = ' | ';

/** Renews the file: once before a release that adds something. See docs/release.md, Each release. */
const RENEW = process.env.UPDATE_NAMES === '1';

/** n8n adds the one itself, and the other holds no value. */
const NO_PARAMETERS = ['requestOptions', 'notice'];

describe('what saved workflows rely on', () => {
	let current: string[];

	beforeAll(async () => {
		const { nodes, credentials } = await loadPackage(root);
		current = [
			...Object.entries(credentials).map(([type, { properties }]) => line(type, properties)),
			...Object.entries(nodes).flatMap(([type, node]) => linesOf(type.split('.')[1], node)),
		];
		if (RENEW) writeFileSync(FILE, `${current.join('\n')}\n`);
	});

	it('keeps each operation and parameter, its type, default and choices: keep what went, and put the new one under a new version of the node (CONTRIBUTING.md, Versions)', () => {
		const released = readFileSync(FILE, 'utf8').trimEnd().split('\n');
		const kept = new Set(namesIn(current));
		expect(namesIn(released).filter((name) => !kept.has(name))).toEqual([]);
	});
});

/** A line for each operation of a node, in each of its versions. */
function linesOf(type: string, { description }: INodeType): string[] {
	return versionsOf(description).flatMap((version) =>
		linesOfVersion(
			version === 1 ? type : `${type} ${version}`,
			ofVersion(version, description.properties),
		),
	);
}

function linesOfVersion(type: string, properties: INodeProperties[]): string[] {
	const operation = properties.find(({ name }) => name === 'operation');
	return ((operation?.options ?? []) as INodePropertyOptions[]).map(({ value }) => {
		const shown = properties.filter(({ displayOptions }) =>
			(displayOptions?.show?.operation ?? [value]).includes(value),
		);
		return line(`${type} ${String(value)}`, shown);
	});
}

/** A form as one line: what it belongs to, then its parameters with their types and defaults. */
function line(owner: string, properties: INodeProperties[]): string {
	const texts = placedProperties(properties)
		.filter(
			({ property: { name, type } }) => ![name, type].some((one) => NO_PARAMETERS.includes(one)),
		)
		.flatMap(({ path, property }) => [
			`${path}: ${property.type} = ${JSON.stringify(property.default)}`,
			...valuesOf(property).map((value) => `${path} > ${String(value)}`),
		]);
	return [owner, ...new Set(texts)].join(SEPARATOR);
}

function valuesOf({ type, options = [] }: INodeProperties): unknown[] {
	const isChoice = type === 'options' || type === 'multiOptions';
	return isChoice ? (options as INodePropertyOptions[]).map(({ value }) => value) : [];
}

/** All that lines hold, each with what it belongs to. */
function namesIn(lines: string[]): string[] {
	return lines.flatMap((text) => {
		const [owner, ...names] = text.split(SEPARATOR);
		return [owner, ...names.map((name) => `${owner} ${name}`)];
	});
}
