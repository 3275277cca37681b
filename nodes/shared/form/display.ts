import type { NodeHint } from 'n8n-workflow';

/**
 * What the canvas shows below the name of a node: the name of its operation and the record that was
 * chosen, as in "Delete: vip", and whether it only previews. The editor alone evaluates it.
 *
 * @param record name of the parameter that says which record, where there is one
 */
export function subtitle(record = ''): string {
	return `={{ [
	$parameter.options?.previewOnly === true ? "Preview" : "",
	${OPERATION_NAME},
	${record === '' ? '""' : chosen(record)},
].filter((part) => part !== "").join(": ") }}`;
}

/** `getByTemplate` is called Get by Template. */
const OPERATION_NAME =
	'$parameter.operation.replace(/[A-Z]/g, " $&").replace(/ (By|To) /, (word) => word.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase())';

/** The name of a record chosen from a list, or its ID; what an expression gives is not known yet. */
function chosen(record: string): string {
	// As JSON, for the editor hands out the ID only of what was chosen from a list.
	return `[$parameter.toJSON()["${record}"]].map((chosen) => chosen?.cachedResultName ?? String(chosen?.value ?? chosen ?? "")).map((text) => text.startsWith("=") ? "" : text)[0]`;
}

/**
 * Says beside the output that nothing is sent. The editor alone evaluates it; a notice of the form would
 * cost each item time.
 */
export const previewHint: NodeHint = {
	message: "'Preview Only' is on, so nothing is sent. Turn it off to send the request.",
	location: 'outputPane',
	// What an expression in a collection gives is not known in the editor: then it is shown as well.
	displayCondition: '={{ !!$parameter.options.previewOnly }}',
};
