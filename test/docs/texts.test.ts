import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NODES } from '../../cases/nodes';
import { type PlacedProperty, placedProperties } from '../../cases/properties';

/** These say all there is to say by their name. */
const OBVIOUS = ['Additional Fields', 'Operation', 'Options', 'Resource'];

/** All fields, each with its place such as `label.options.maxRetries`; a notice is no field. */
const FIELDS = NODES.flatMap(({ description: { name, properties } }) =>
	placedProperties(properties, `${name}.`),
).filter(({ property }) => property.type !== 'notice');

/** All that people read of a field. */
function textsOf({
	displayName,
	description,
	hint,
	type,
	options = [],
}: INodeProperties): string[] {
	const choices = type === 'options' || type === 'multiOptions' ? options : [];
	const read = (choices as INodePropertyOptions[]).flatMap((choice) => [
		choice.name,
		choice.description,
		choice.action,
	]);
	return [displayName, description, hint, ...read].filter((text) => text !== undefined);
}

/** Words that say that something went wrong, and not what. */
const EMPTY_WORDS = /\b(error|problem|failure|mistake)s?\b/i;

/** What n8n's lint does not hold already. */
const RULES: Record<string, (field: INodeProperties) => boolean> = {
	'every field has a description or an obvious name': ({ description, displayName }) =>
		Boolean(description) || OBVIOUS.includes(displayName),
	'every placeholder of a value is an example': ({ type, placeholder }) =>
		/[cC]ollection$/.test(type) || placeholder === undefined || placeholder.startsWith('e.g. '),
	'no text calls anything an error, a problem, a failure or a mistake': (field) =>
		!textsOf(field).some((text) => EMPTY_WORDS.test(text)),
};

test.each(Object.entries(RULES))('%s', (_rule, holds) => {
	const isBroken = ({ property }: PlacedProperty) => !holds(property);
	expect(FIELDS.filter(isBroken).map(({ path }) => path)).toEqual([]);
});
