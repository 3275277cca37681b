import type { ValidationResult } from 'openapi-backend';

type ErrorObject = NonNullable<ValidationResult['errors']>[number];

const MAX_REASONS = 3;

/** `/requestBody/payload/0/values` becomes `body.payload[0].values`. */
function pathOf(pointer: string): string {
	return pointer
		.slice(1)
		.replace(/^requestBody/, 'body')
		.replace(/\/(\d+)(?=\/|$)/g, '[$1]')
		.replaceAll('/', '.');
}

function complaint({ instancePath, keyword, params, message = '' }: ErrorObject): string {
	if (keyword === 'required' && instancePath === '') {
		return `${pathOf(`/${params.missingProperty}`)} is missing`;
	}
	const details: Record<string, string> = {
		additionalProperties: `must not have "${params.additionalProperty}"`,
		required: `must have "${params.missingProperty}"`,
		enum: `must be one of ${[params.allowedValues].flat().map(String).join(', ')}`,
	};
	return `${pathOf(instancePath)} ${details[keyword] ?? message}`;
}

/** Describes the first validation errors in one sentence. */
export function describeErrors(errors: readonly ErrorObject[]): string {
	const complaints = errors.filter(({ keyword }) => keyword !== 'anyOf').map(complaint);
	return [...new Set(complaints)].slice(0, MAX_REASONS).join('; ');
}

/** The parts of a request that the errors are about, without the positions in lists: `body.payload[].values`. */
export function partsOf(errors: readonly ErrorObject[]): string[] {
	const parts = errors.map(({ instancePath, params }) =>
		[pathOf(instancePath), params.additionalProperty as string | undefined]
			.filter(Boolean)
			.join('.')
			.replace(/\[\d+\]/g, '[]'),
	);
	return [...new Set(parts)].sort();
}
