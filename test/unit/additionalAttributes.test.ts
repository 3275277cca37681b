import { attributesFromJson } from '../../nodes/Contact/additionalAttributes';

it('reads attributes from JSON, without the spaces around their keys', () => {
	expect(attributesFromJson('{" plan": " gold ", "tags": ["a"], " ": 1}')).toEqual({
		plan: ' gold ',
		tags: ['a'],
		' ': 1,
	});
	expect(['', '{}', undefined].map(attributesFromJson)).toEqual([{}, {}, {}]);
});

it('names the key of a JSON object that it refuses', () => {
	const key = 'pl\u200ban';
	expect(() => attributesFromJson(JSON.stringify({ score: 7, [key]: 'x' }))).toThrow(
		`contain the key '${key}', which contains an invisible character (U+200B). Remove it`,
	);
});
