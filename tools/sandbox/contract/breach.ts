import type { ValidationResult } from 'openapi-backend';

type ErrorObject = NonNullable<ValidationResult['errors']>[number];

const MOST_REASONS = 3;

/** `/requestBody/payload/0/values` becomes `body.payload[0].values`. */
function place(pointer: string): string {
	return pointer
		.replace(/^\//, '')
		.replace(/^requestBody/, 'body')
		.replace(/\/(\d+)(?=\/|$)/g, '[$1]')
		.replaceAll('/', '.');
}

function complaint({ instancePath, keyword, params, message }: ErrorObject): string {
	const where = place(instancePath);
	switch (keyword) {
		case 'additionalProperties':
			return `${where} must not have "${params.additionalProperty}"`;
		case 'required':
			return where === ''
				? `${place(`/${params.missingProperty}`)} is missing`
				: `${where} must have "${params.missingProperty}"`;
		case 'enum':
			return `${where} must be one of ${params.allowedValues.map(String).join(', ')}`;
		default:
			return `${where} ${message}`.trim();
	}
}

/** The alternatives of an `anyOf` as one complaint; others as they are. */
function withoutSummaries(errors: readonly ErrorObject[]): readonly ErrorObject[] {
	return errors.filter(({ keyword }) => keyword !== 'anyOf');
}

/** Validation errors as one sentence for a developer, the first few of them. */
export function inWords(errors: readonly ErrorObject[]): string {
	const complaints = [...new Set(withoutSummaries(errors).map(complaint))];
	const more = complaints.length - MOST_REASONS;
	const shown = complaints.slice(0, MOST_REASONS).join('; ');
	return more > 0 ? `${shown}; and ${more} more` : shown;
}
