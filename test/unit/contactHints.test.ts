import { Workflow, type IDataObject } from 'n8n-workflow';

import { Contact } from '../../nodes/Contact/Contact.node';

/** The hints that the editor may show for these parameters and input items. */
function hintsFor(parameters: IDataObject, items: IDataObject[]): string[] {
	const contact = new Contact();
	const { name, version, hints = [] } = contact.description;
	const workflow = new Workflow({
		nodes: [
			{
				id: '1',
				name: 'Node',
				type: name,
				typeVersion: Number(version),
				position: [0, 0],
				parameters: { operation: 'create', ...parameters } as never,
			},
		],
		connections: {},
		active: false,
		nodeTypes: { getByName: () => contact, getByNameAndVersion: () => contact } as never,
	});
	const input = items.map((json) => ({ json }));
	return hints
		.filter(({ displayCondition = '' }) =>
			workflow.expression.getParameterValue(
				displayCondition,
				null,
				0,
				0,
				'Node',
				input,
				'manual',
				{},
			),
		)
		.map(({ message }) => message);
}

/** The fields of Create that the editor warns of. */
function warnedFields(parameters: IDataObject, items: IDataObject[]): string[] {
	return hintsFor(parameters, items)
		.filter((message) => message.includes('column'))
		.map((message) => message.split("'")[1]);
}

const ROWS = [{ name: 'Ann Lee', e_mail: 'ann@example.com', 'Tel no': '' }, { name: 'Bo Ek' }];

it.each([
	['={{ $json.email }}', ['Email']],
	["={{ $json['E-mail'] }}", ['Email']],
	['={{ $json["E-mail"]?.trim() }}', ['Email']],
	['={{ $json.email || $json.mail }}', ['Email']],
	['={{ $json.email || $json.e_mail }}', []],
	["={{ $json.email || 'unknown@example.com' }}", []],
	['={{ $json.e_mail }}', []],
	["={{ $('CRM').item.json.email }}", []],
	['name@email.com', []],
	['', []],
])('warns of %s, of which no row has a column, by the field: %j', (email, warned) => {
	const parameters = { name: '={{ $json.name }}', email, phoneNumber: "={{ $json['Tel no'] }}" };
	expect(warnedFields(parameters, ROWS)).toEqual(warned);
});

it('warns of the additional fields whose columns no row has', () => {
	const additionalFields = {
		city: '={{ $json.citty }}',
		companyName: '={{ $json.name }}',
		identifier: '={{ $json.customer_id }}',
	};
	expect(warnedFields({ additionalFields }, ROWS)).toEqual(['Identifier', 'City']);
});

it('warns of no column in another operation', () => {
	const parameters = { operation: 'search', email: '={{ $json.email }}' };
	expect(warnedFields(parameters, ROWS)).toEqual([]);
});

it.each([
	['filter', 2, true],
	['search', 2, true],
	['search', 1, false],
	['create', 2, false],
])('says after a %s of %i items that some may have no match: %s', (operation, count, isSaid) => {
	const items = Array.from({ length: count }, () => ({}));
	const hints = hintsFor({ operation }, items);
	expect(hints.some((hint) => hint.includes('without a match'))).toBe(isSaid);
});

it.each([
	[{ mode: 'value', value: 'platinum' }, true],
	[{ mode: 'value', value: '={{ $json.plan }}' }, false],
	[{ mode: 'list', value: 'gold' }, false],
	[undefined, false],
])('says of the value %j of a list attribute whether it is unchecked: %s', (choice, isSaid) => {
	const locator = (fields: object) => ({ __rl: true, ...fields });
	const customAttribute = locator({ mode: 'list', value: 'contact.list:plan' });
	const plan = { attribute: 'customAttribute', customAttribute };
	const conditions = { condition: [{}, { ...plan, ...(choice && { choice: locator(choice) }) }] };
	const hints = hintsFor({ operation: 'filter', conditions } as unknown as IDataObject, [{}]);
	expect(hints.some((hint) => hint.includes("isn't checked"))).toBe(isSaid);
});

it.each([
	['continue', {}, true],
	['continue', { previewOnly: true }, false],
	['stop', {}, false],
])(
	'with %s and the options %j, says that an existing contact stays as it was: %s',
	(onDuplicate, options, isSaid) => {
		const hints = hintsFor({ onDuplicate, options }, [{}]);
		expect(hints.some((hint) => hint.includes('stay as they were'))).toBe(isSaid);
	},
);
