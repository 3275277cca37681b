import type { NodeHint } from 'n8n-workflow';

/**
 * The subtitle of a node on the canvas: the name of its operation and the chosen record, as in
 * "Delete: vip", with "Preview" in front if Preview Only is on. Only the editor evaluates it.
 *
 * @param record name of the parameter for the record, if there is one
 * @param effect JavaScript for a name of what the operation does with these parameters, if it knows a better one
 */
export function subtitle(record = '', effect = 'undefined'): string {
	return `={{ [
	$parameter.options?.previewOnly === true ? "Preview" : "",
	${effect} ?? ${OPERATION_NAME},
	${record === '' ? '""' : chosen(record)},
].filter((part) => part !== "").join(": ") }}`;
}

/** The name of the operation: `getByTemplate` becomes Get by Template. */
const OPERATION_NAME =
	'$parameter.operation.replace(/[A-Z]/g, " $&").replace(/ (By|To) /, (word) => word.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase())';

/** The name of a record chosen from the list, or its ID. Blank for an expression, which has no value yet. */
function chosen(record: string): string {
	// Without toJSON, the editor returns only the ID of a record that was chosen from the list.
	return `[$parameter.toJSON()["${record}"]].map((chosen) => chosen?.cachedResultName ?? String(chosen?.value ?? chosen ?? "")).map((text) => text.startsWith("=") ? "" : text)[0]`;
}

/**
 * The hint beside the output that nothing is sent. It is not a notice in the form, because the engine
 * evaluates notices for each item. Only the editor evaluates hints.
 */
export const previewHint: NodeHint = {
	message: "'Preview Only' is on, so nothing is sent. Turn it off to send the request.",
	location: 'outputPane',
	// The editor does not know the result of an expression here, so it shows the hint for any expression.
	displayCondition: '={{ !!$parameter.options.previewOnly }}',
};
