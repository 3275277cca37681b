import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine';
import { versionsOf } from '../../tools/engine/versions';
import { ofVersion, placedProperties } from '../../cases/properties';
import { VERDICTS } from '../../nodes/shared/failure/verdict';
import { root } from '../../tools/repository';

/** The interface as released, one name a line. It grows with each release; nothing leaves it before version 2. */
const FILE = join(__dirname, 'publicNames.txt');

/** Renews the file: once before a release that adds something. See docs/contributing/release.md, Each release. */
const RENEW = process.env.UPDATE_NAMES === '1';

describe('what saved workflows rely on', () => {
	let current: string[];

	beforeAll(async () => {
		const { nodes, credentials } = await loadPackage(root);
		const names = [
			...Object.entries(credentials).flatMap(([type, { properties }]) => namesIn(type, properties)),
			...Object.entries(nodes).flatMap(([type, node]) => namesOf(type.split('.')[1], node)),
		];
		const sentences = Object.values(VERDICTS).map((sentence) => `error: ${sentence}`);
		current = [...new Set([...names, ...sentences])].sort();
		if (RENEW) writeFileSync(FILE, `${current.join('\n')}\n`);
	});

	it('keeps each operation and parameter, its type, default and choices: keep what went, and put the new one under a new version of the node (CONTRIBUTING.md, Versions)', () => {
		const released = readFileSync(FILE, 'utf8').trimEnd().split('\n');
		expect(released.filter((name) => !current.includes(name))).toEqual([]);
	});
});

/** The names of all operations of a node, in each of its versions. */
function namesOf(type: string, { description }: INodeType): string[] {
	return versionsOf(description).flatMap((version) => {
		const properties = ofVersion(version, description.properties);
		const owner = version === 1 ? type : `${type} ${version}`;
		const operation = properties.find(({ name }) => name === 'operation');
		return ((operation?.options ?? []) as INodePropertyOptions[]).flatMap(({ value }) =>
			namesIn(`${owner} ${String(value)}`, shownFor(String(value), properties)),
		);
	});
}

/** The fields that an operation shows, those inside the options included. */
function shownFor(operation: string, properties: INodeProperties[]): INodeProperties[] {
	const isShown = ({ displayOptions: { show } = {} }: INodeProperties) =>
		(show?.operation ?? show?.['/operation'] ?? [operation]).includes(operation);
	return properties
		.filter(isShown)
		.map((property) =>
			property.type === 'collection'
				? { ...property, options: (property.options as INodeProperties[]).filter(isShown) }
				: property,
		);
}

/** The parameters of a form with their types, defaults and choices, each with what it belongs to. */
function namesIn(owner: string, properties: INodeProperties[]): string[] {
	// n8n adds requestOptions itself. Nobody fills in a notice or a hidden field.
	const own = placedProperties(properties.filter(({ name }) => name !== 'requestOptions')).filter(
		({ property: { type } }) => type !== 'notice' && type !== 'hidden',
	);
	return own.flatMap(({ path, property }) => [
		`${owner}: ${path}: ${property.type} = ${JSON.stringify(property.default)}`,
		...valuesOf(property).map((value) => `${owner}: ${path} > ${String(value)}`),
	]);
}

function valuesOf({ type, options = [] }: INodeProperties): unknown[] {
	const isChoice = type === 'options' || type === 'multiOptions';
	return isChoice ? (options as INodePropertyOptions[]).map(({ value }) => value) : [];
}
