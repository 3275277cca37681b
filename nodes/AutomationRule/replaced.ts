import type { NodeHint } from 'n8n-workflow';

/** Neither a preview nor the output shows what is replaced: the contract has no request that reads a rule. */
export const replacedHint: NodeHint = {
	type: 'warning',
	message:
		'What you enter replaces all conditions or all actions that the rule has now. They are not shown here: look at them in the settings of your service first.',
	location: 'outputPane',
	displayCondition:
		'={{ ["conditions", "conditionsJson", "actions", "actionsJson"].some((name) => $parameter.updateFields[name] !== undefined) }}',
};
