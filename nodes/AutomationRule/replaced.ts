import type { NodeHint } from 'n8n-workflow';

/** Neither a preview nor the output shows what is replaced: the contract has no request that reads a rule. */
export const replacedHint: NodeHint = {
	type: 'warning',
	message:
		'New conditions or actions replace all that the rule has. Look at the present ones in the settings of your service before you send this: nothing brings them back.',
	location: 'outputPane',
	displayCondition:
		'={{ ["conditions", "conditionsJson", "actions", "actionsJson"].some((name) => $parameter.updateFields[name] !== undefined) }}',
};
