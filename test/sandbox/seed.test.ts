import fc from 'fast-check';

import { startSandbox } from '../../tools/sandbox';
import { seedState } from '../../tools/sandbox/seed';
import { settingsFrom } from '../../tools/sandbox/settings';
import { ask, sandboxForTests } from './support';

const DAY_MS = 86_400_000;

/** Any time of the next decades, in milliseconds since 1970. */
const anyNow = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2060, 0, 1) });

test('the records are dated relative to the clock', () => {
	fc.assert(
		fc.property(anyNow, fc.integer({ min: 20, max: 300 }), (now, contacts) => {
			const state = seedState(settingsFrom({ contacts, now: () => now }));

			const age = (seconds: number) => (now - seconds * 1000) / DAY_MS;
			const ages = state.contacts.all.map(({ created_at }) => age(created_at));
			expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
			expect(Math.max(...ages)).toBeLessThan(366);
			const recent = state.contacts.all.filter(({ created_at }) => age(created_at) < 29);
			expect(recent.some(({ custom_attributes }) => custom_attributes.vip === true)).toBe(true);
			expect(recent.some(({ labels }) => labels.includes('vip'))).toBe(true);
			for (const { created_at, last_activity_at } of state.contacts.all) {
				if (last_activity_at === null) continue;
				expect(last_activity_at).toBeGreaterThanOrEqual(created_at);
				expect(age(last_activity_at)).toBeGreaterThanOrEqual(0);
			}
			for (const { status, appointment_at } of state.appointments) {
				const daysAhead = (Date.parse(appointment_at) - now) / DAY_MS;
				const isPending = status === 'pending';
				expect(daysAhead).toBeGreaterThan(isPending ? 0 : -15);
				expect(daysAhead).toBeLessThan(isPending ? 12 : 0);
			}
		}),
		{ numRuns: 30 },
	);
});

test('without a clock of its own, the mock server always starts with the same records', async () => {
	const one = await startSandbox();
	const other = await startSandbox();
	await Promise.all([one.close(), other.close()]);

	expect(JSON.stringify(one.state)).toBe(JSON.stringify(other.state));
});

const sandbox = sandboxForTests();

test("custom attributes have upstream's types, and lists have choices", async () => {
	const { json } = await ask(sandbox(), 'GET custom_attribute_definitions');

	const definitions = json as Record<string, unknown>[];
	const types = definitions.map(({ attribute_display_type }) => attribute_display_type);
	expect([...new Set(types)].sort()).toEqual(
		['checkbox', 'currency', 'date', 'link', 'list', 'number', 'percent', 'text'].sort(),
	);
	expect(definitions).toContainEqual(
		expect.objectContaining({
			attribute_key: 'plan',
			attribute_display_type: 'list',
			attribute_values: ['free', 'starter', 'gold', 'enterprise'],
			attribute_model: 'contact_attribute',
		}),
	);
});
