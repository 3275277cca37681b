import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { CASES, nodeOf } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

/** Each collection and list of rows of a form. n8n itself refuses a filter without a list of conditions. */
const COLLECTIONS = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation))
		.filter(({ property }) => /ollection$/.test(property.type))
		.map(({ path, property }) => ({ ...one, path, property })),
);

/** The parameters of a case with another value at a path. */
function withValue(parameters: IDataObject, path: string, value: unknown): IDataObject {
	const [name, inner] = path.split('.');
	return { ...parameters, [name]: (inner ? { [inner]: value } : value) as IDataObject };
}

/** A value that one expression gives: as a whole, as the list of rows, and as each row. */
function wholesOf({ type, typeOptions, options = [] }: INodeProperties): unknown[] {
	const whole = '={{ ({ previewOnly: true, assignments: [{ name: "a", value: "b" }] }) }}';
	if (type !== 'fixedCollection') return [whole];
	const [{ name }] = options as INodePropertyCollection[];
	const rows = '={{ [{ name: "a", value: "b" }] }}';
	const rest = [{ [name]: rows }, { [name]: ['={{ ({ name: "a", value: "b" }) }}'] }];
	return typeOptions?.minRequiredFields ? rest : [whole, ...rest];
}

it.each(COLLECTIONS)('$title: one expression for $path is refused with its name', async (one) => {
	const { parameters, items } = one.scenario;
	for (const whole of wholesOf(one.property)) {
		const { error, main, requests } = await runNode(running(), {
			...nodeOf(one, withValue(parameters, one.path, whole)),
			items: items.slice(0, 1),
		});
		expect([main, requests]).toEqual([[], []]);
		expect(error?.message).toContain(
			`'${one.property.displayName}' can't be set by one expression`,
		);
	}
});

it.each(COLLECTIONS.filter(({ property }) => !property.typeOptions?.minRequiredFields))(
	'$title: $path can be added and left empty',
	async (one) => {
		const { error } = await runNode(running(), {
			...nodeOf(one, withValue(one.scenario.parameters, one.path, {})),
			items: one.scenario.items.slice(0, 1),
		});
		expect(error?.message ?? '').not.toContain("can't be set");
	},
);
