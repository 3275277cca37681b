import type { NodeHint } from 'n8n-workflow';

/** The subtitle of a node on the canvas: its operation in words, behind "Preview: " if Preview Only is on. */
export const subtitle =
	'={{ ($parameter.options?.previewOnly === true ? "Preview: " : "") + $parameter.operation.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) }}';

/** The hint of a tool. Only the node as a tool has this parameter of n8n. */
export const toolHint: NodeHint = {
	message:
		"To let the AI model fill in a field, select the stars beside it ('Let the model define this parameter').",
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ !!$parameter.descriptionType }}',
};

/**
 * The hint beside the output that nothing is sent. It is not a notice in the form, because the engine
 * evaluates notices for each item. Only the editor evaluates hints.
 */
export const previewHint: NodeHint = {
	message: "'Preview Only' is on, so nothing is sent. Turn it off to send the request.",
	location: 'outputPane',
	// Before the editor knows the result of an expression, it shows the hint.
	displayCondition: '={{ !!$parameter.options.previewOnly }}',
};
