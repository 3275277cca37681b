import { spawnSync } from 'node:child_process';
import path from 'node:path';

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import manifest from '../../package.json';
import { CONTRACT_OPERATIONS, type ContractOperation } from '../../tools/sandbox/operations';
import { FULL_PARAMETERS } from '../fixtures/fullParameters';
import { NODES } from '../fixtures/nodes';
import { OPERATIONS_BY_ID } from '../fixtures/operations';
import { build } from '../fixtures/reading';

const ROOT = path.join(__dirname, '..', '..');
const KILOBYTE = 1000;

/** What each operation must be given; all else stays as the form shows it at first. */
const REQUIRED: Record<ContractOperation, IDataObject> = {
	contactFilter: {
		conditions: { condition: [{ attribute: 'city', operator: 'equal_to', value: 'Paris' }] },
	},
	automationRuleUpdate: { automationRuleId: '7', updateFields: { active: false } },
	contactCreate: {},
	messagingFlowCreate: { name: 'Booking' },
	appointmentReschedule: { appointmentId: '7', appointmentAt: '2027-03-01T10:00:00' },
	appointmentComplete: { appointmentId: '7' },
	contactSearch: { query: 'ada' },
	inboxGetAgents: { inboxId: '7' },
	integrationGetApps: {},
	agentBotDelete: { agentBotId: '7' },
	labelDelete: { labelId: '7' },
	outboundReportGetByTemplate: {},
	catalogPushToPartner: { catalogId: '7' },
};

/** What these leave on the wire, besides the path. */
const SENT: Record<ContractOperation, { query?: object; body?: object }> = {
	contactFilter: {
		query: {},
		body: {
			payload: [
				{
					attribute_key: 'city',
					filter_operator: 'equal_to',
					values: ['Paris'],
					query_operator: null,
				},
			],
		},
	},
	automationRuleUpdate: { body: { active: false } },
	contactCreate: { body: {} },
	messagingFlowCreate: { body: { name: 'Booking' } },
	appointmentReschedule: { body: { appointment_at: '2027-03-01T10:00:00+01:00' } },
	appointmentComplete: {},
	contactSearch: { query: { q: 'ada', sort: 'name' } },
	inboxGetAgents: {},
	integrationGetApps: {},
	agentBotDelete: {},
	labelDelete: {},
	outboundReportGetByTemplate: { query: {} },
	catalogPushToPartner: { body: {} },
};

/** The form as it opens: each field with its default. */
function defaultsOf(operation: ContractOperation): IDataObject {
	const { fields } = OPERATIONS_BY_ID[operation];
	return Object.fromEntries(
		fields.map(({ name, type, default: usual }) => [name, type === 'resourceLocator' ? '' : usual]),
	) as IDataObject;
}

/** A part of a request as it is written onto the wire. */
function onTheWire(value: unknown): unknown {
	return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function everyText(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(everyText);
}

function everyProperty(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...(property.type === 'collection' ? everyProperty(property.options as INodeProperties[]) : []),
		...(property.type === 'fixedCollection'
			? (property.options as Array<{ values: INodeProperties[] }>).flatMap(({ values }) =>
					everyProperty(values),
				)
			: []),
	]);
}

describe.each(CONTRACT_OPERATIONS)('%s', (operation) => {
	const { unrepeatable, records, endpoint } = OPERATIONS_BY_ID[operation];

	it('brings no default and no sample of its form onto the wire', () => {
		const { request } = build(OPERATIONS_BY_ID[operation], {
			...defaultsOf(operation),
			...REQUIRED[operation],
		});
		expect(onTheWire(request.query)).toEqual(SENT[operation].query);
		expect(onTheWire(request.body)).toEqual(SENT[operation].body);
	});

	it('sends JSON as JSON, never as text', () => {
		const texts = FULL_PARAMETERS[operation].flatMap((parameters) =>
			everyText(build(OPERATIONS_BY_ID[operation], parameters).request.body),
		);
		expect(texts.filter((text) => /^\s*[[{]/.test(text))).toEqual([]);
	});

	it('gives objects, whatever a success is answered with', () => {
		const bodies = [
			undefined,
			'',
			{},
			[],
			null,
			{ payload: [] },
			{ payload: [{ id: 7 }] },
			[{ id: 7 }],
		];
		for (const body of bodies) {
			for (const record of recordsOrNone(body)) {
				expect(typeof record).toBe('object');
				expect(record).not.toBeNull();
				expect(Array.isArray(record)).toBe(false);
			}
		}
	});

	/** A list refuses what holds none. */
	function recordsOrNone(body: unknown): IDataObject[] {
		try {
			return records(body, { path: { id: 7 } });
		} catch (error) {
			expect(unrepeatable).toBeUndefined();
			expect((error as Error).message).toBe('The answer of the service holds no list');
			return [];
		}
	}

	it('says what may have happened wherever it changes something', () => {
		const reads = endpoint.method === 'GET' || operation === 'contactFilter';
		expect(unrepeatable === undefined).toBe(reads);
	});
});

describe.each(NODES.map((node) => [node.description.name, node] as const))(
	'the node %s',
	(_name, node) => {
		const { description } = node;
		const properties = everyProperty(description.properties);

		it('has one field named operation', () => {
			expect(properties.filter(({ name }) => name === 'operation')).toHaveLength(1);
		});

		it('can be used as a tool', () => {
			expect(description.usableAsTool).toBe(true);
		});

		it('holds no expression in its requests', () => {
			const texts = everyText([
				description.requestDefaults,
				description.properties.map(({ routing }) => routing),
			]);
			expect(texts.filter((text) => text.startsWith('='))).toEqual([]);
		});

		it('has no required field with a number that somebody made up', () => {
			const made = properties.filter(
				({ required, default: usual }) => required && usual !== '' && typeof usual !== 'object',
			);
			expect(made).toEqual([]);
		});

		it('finds each list to choose from among its methods', () => {
			const wanted = properties
				.filter(({ type }) => type === 'resourceLocator')
				.flatMap(({ modes = [] }) => modes.map(({ typeOptions }) => typeOptions?.searchListMethod))
				.filter((method) => method !== undefined);
			expect(Object.keys(node.methods?.listSearch ?? {})).toEqual(expect.arrayContaining(wanted));
		});

		it('describes itself in at most 30 kB', () => {
			expect(JSON.stringify(description).length).toBeLessThanOrEqual(30 * KILOBYTE);
		});
	},
);

describe('the package', () => {
	it('has no run-time dependency', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).not.toHaveProperty('optionalDependencies');
		expect(manifest).not.toHaveProperty('bundledDependencies');
	});

	it('weighs at most 60 kB and holds nothing but what n8n loads and people read', () => {
		const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		const [{ size, files }] = JSON.parse(stdout) as [
			{ size: number; files: Array<{ path: string }> },
		];
		expect(size).toBeLessThanOrEqual(60 * KILOBYTE);
		const expected =
			/^(?:dist\/(?:nodes|credentials|icons)\/.+\.(?:js|json|svg)|index\.js|package\.json|[A-Z]+(?:\.md)?)$/;
		expect(files.map((file) => file.path).filter((file) => !expected.test(file))).toEqual([]);
	}, 30_000);
});
