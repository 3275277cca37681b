import type { NodeHint } from 'n8n-workflow';

/** A test run creates a contact for each input item, and no operation of the API deletes contacts. */
export const manyContactsHint: NodeHint = {
	type: 'warning',
	message:
		"This step creates a contact for each input item, and this package can't delete contacts. To see the requests first, add 'Preview Only' under 'Options'.",
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition:
		'={{ $parameter.operation === "create" && $input.all().length > 20 && !$parameter.options.previewOnly }}',
};
