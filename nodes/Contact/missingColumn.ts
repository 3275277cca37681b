import type { INodeProperties, NodeHint } from 'n8n-workflow';

/** The columns of the input in an expression, such as `$json.email` or `$json['First Name']`. */
const COLUMNS = String.raw`/\$json(?:\.(\w+)|\[["']([^"']+)["']\])/g`;

/**
 * Warns of a field that is blank because its expression uses only columns that no input item has. A misspelled
 * column would otherwise go unnoticed, because a contact needs none of these fields. It is no error: a source may
 * leave out the columns that are blank.
 */
export function missingColumnHint({ name, displayName }: INodeProperties): NodeHint {
	const columns = `[...String($rawParameter.${name}).matchAll(${COLUMNS})].map(([, plain, quoted]) => plain ?? quoted)`;
	const isMissing =
		'columns.length > 0 && !$input.all().some(({ json }) => columns.some((column) => column in json))';
	return {
		type: 'warning',
		message: `'${displayName}' is blank because no input item has the column in its expression. Check how the column is spelled.`,
		location: 'outputPane',
		displayCondition: `={{ $parameter.operation === "create" && ((columns) => ${isMissing})(${columns}) && !$parameter.${name} }}`,
	};
}
