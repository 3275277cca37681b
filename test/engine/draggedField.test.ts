import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CASES, nodeOf } from '../../cases';
import { everyProperty } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { placesIn, withValueAt } from '../fixtures/places';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

/** How many expressions are tried: fewer on the other engines, which are slower. */
const RUNS = process.env.COMPAT_LINE ? 15 : 60;

/** The parameters of write operations that take an expression, each with a case that fills it. */
const PARAMETERS = Object.fromEntries(
	CASES.filter(({ operation }) => operation.safety !== 'safe').flatMap((one) => {
		const fixed = everyProperty(propertiesOf(one.operation))
			.filter(({ noDataExpression }) => noDataExpression)
			.map((property) => property.name);
		return one.exchanges.flatMap(({ parameters, item = { json: {} }, timezone }) =>
			placesIn(parameters)
				.filter((place) => !fixed.includes(String(place.at(-1))))
				.map((place) => [
					`${one.title}: ${place.join('.')}`,
					{ one, parameters, item, timezone, place },
				]),
		);
	}),
);

const WORDS = ['name', 'First Name', ' a ', 'a.b', '$x', '_y', 'ключ', '{{', '}}', '0', '7', 'a]b'];
const BUILT_IN = ['constructor', '__proto__', 'prototype', 'toString', 'length', 'toJSON', 'json'];
const name = fc.oneof(
	fc.constantFrom(...WORDS, ...BUILT_IN),
	fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 5 })
		.filter((text) => !/['"\\]/.test(text)),
);
const step = fc.oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: fc.nat({ max: 2 }) });

const value = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.constantFrom(
		'',
		' ',
		'={{ 1 }}',
		'{{ 1 }}',
		'=',
		'true',
		'7',
		'2027-03-01',
		'[object Object]',
	),
	fc.oneof(fc.integer(), fc.double(), fc.boolean()),
	fc.constantFrom(NaN, Infinity, null, undefined, {}, [], ['a'], { a: 1 }),
	fc.constant(new Date(0)),
);

/** A field as n8n writes it in an expression. */
function written(steps: Array<string | number>, quote: string): string {
	const path = steps.map((each) => {
		if (typeof each === 'number') return `[${each}]`;
		return /^[A-Za-z_$][\w$]*$/.test(each) ? `.${each}` : `[${quote}${each}${quote}]`;
	});
	return `$json${path.join('')}`;
}

/** A record that has a value at a path. */
function recordWith(steps: Array<string | number>, inner: unknown): unknown {
	const [first, ...others] = steps;
	if (first === undefined) return inner;
	const below = recordWith(others, inner);
	if (typeof first === 'number') return Array.from({ length: first + 1 }, () => below);
	return Object.defineProperty({}, first, { value: below, enumerable: true });
}

async function previewOf(run: NodeRun) {
	const options = { ...(run.parameters.options as IDataObject), previewOnly: true };
	const parameters = { ...run.parameters, options };
	const { main, failed, error } = await runNode(running(), {
		...run,
		parameters,
		onError: 'continueErrorOutput',
	});
	return { main, failed, error: error?.message };
}

// Relied on in input/draggedField.ts: n8n evaluates `$json` to the item of `getInputData()`.
it("reads a dragged field as n8n's engine evaluates it, whatever its name and value", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...Object.keys(PARAMETERS)),
			fc.tuple(name, fc.array(step, { maxLength: 2 })),
			fc.array(value, { minLength: 1, maxLength: 6 }),
			fc.constantFrom("'", '"'),
			fc.constantFrom('', ' '),
			async (parameter, [first, others], values, quote, space) => {
				const { one, parameters, item, timezone, place } = PARAMETERS[parameter];
				const steps = [first, ...others];
				const field = written(steps, quote);
				const items = values.map((each) => ({
					...item,
					json: { ...item.json, ...(recordWith(steps, each) as IDataObject) },
				}));
				const [dragged, evaluated] = await Promise.all(
					[`={{${space}${field}${space}}}`, `={{ (${field}) }}`].map((expression) => {
						const changed = withValueAt(parameters, place, expression);
						return previewOf({ ...nodeOf(one, changed), items, timezone });
					}),
				);
				expect(dragged).toEqual(evaluated);
			},
		),
		{ numRuns: RUNS },
	);
});
