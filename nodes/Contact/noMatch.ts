import type { NodeHint } from 'n8n-workflow';

/** n8n ends a branch without items, which surprises whoever goes on if nobody is found. A tool has no branch. */
export const noMatchHint: NodeHint = {
	message:
		"If no contact matches, the workflow ends here. To go on, turn on 'Always Output Data' in the Settings tab. To create the contacts that are missing, use Create with 'If the Contact Exists' set to Continue with Existing Contact.",
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $parameter.operation !== "create" && !$parameter.descriptionType }}',
};
