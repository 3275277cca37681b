import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { CASES, nodeOf } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

const PLACES = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation)).map(({ path, property }) => ({
		...one,
		path,
		property,
	})),
);
const COLLECTIONS = PLACES.filter(({ property }) => property.type === 'collection');
const LISTS = PLACES.filter(({ property }) => property.type === 'fixedCollection');

/** Runs a case with another value at a path. */
async function runWith(one: (typeof PLACES)[number], value: unknown) {
	const { path, scenario } = one;
	const [name, inner] = path.split('.');
	const changed = { [name]: inner ? { [inner]: value } : value } as IDataObject;
	const parameters = { ...scenario.parameters, ...changed };
	const items = scenario.items.slice(0, 1);
	return await runNode(running(), { ...nodeOf(one, parameters), items });
}

const WHOLE = '={{ ({ previewOnly: true, name: "a" }) }}';

it.each(COLLECTIONS)('$title: one expression for $path is refused with its name', async (one) => {
	const { error, main, requests } = await runWith(one, WHOLE);
	expect([main, requests]).toEqual([[], []]);
	expect(error?.message).toContain(
		`'${one.property.displayName}' can't be set by one expression, because n8n ignores it`,
	);
});

it.each(COLLECTIONS)('$title: $path can be added and left empty', async (one) => {
	for (const empty of [{}, []]) {
		const { error } = await runWith(one, empty);
		expect(error?.message ?? '').not.toContain("can't be set");
	}
});

/** A list of rows that n8n empties before a node sees it, or that nobody has filled. */
function withoutRows({ options = [] }: INodeProperties): unknown[] {
	const [{ name }] = options as INodePropertyCollection[];
	const rows = [{ name: 'a', value: 'b' }];
	return [{}, { [name]: [] }, { values: rows }, { parameters: rows }, rows, WHOLE];
}

/** n8n itself refuses a filter without conditions. */
const OPTIONAL = LISTS.filter(({ property }) => !property.typeOptions?.minRequiredFields);

/** n8n 1.123 doesn't load a workflow whose rows have a name that isn't in the form. */
const notLoaded = (error: Error) => ({ error, main: [], requests: running().requests });

it.each(OPTIONAL)('$title: $path that is there and has no row is refused', async (one) => {
	for (const value of withoutRows(one.property)) {
		const { error, main, requests } = await runWith(one, value).catch(notLoaded);
		expect([main, requests]).toEqual([[], []]);
		expect(error?.message).toMatch(
			/has no row\. Add a row, or remove the field|Could not find property/,
		);
	}
});

it.each(LISTS)('$title: one expression for the rows of $path is refused', async (one) => {
	const [{ name }] = one.property.options as INodePropertyCollection[];
	for (const rows of ['={{ [{ name: "a", value: "b" }] }}', ['={{ ({ name: "a" }) }}']]) {
		const { error, main, requests } = await runWith(one, { [name]: rows });
		expect([main, requests]).toEqual([[], []]);
		expect(error?.message).toMatch(/ 1: '.*' is blank\. Fill it in, or remove the row/);
	}
});
