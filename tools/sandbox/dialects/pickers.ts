import { json } from '../answer';
import type { Renderer } from '../dialect';
import type { PickerOperation } from '../operations';
import { slimInbox } from './shapes';

/** The lists outside the contract, in the family's shapes, with the secrets the family shows. */
export const PICKER_SHAPES: Pick<Renderer, PickerOperation> = {
	inboxList: (inboxes, { caller }) =>
		json(200, {
			payload: inboxes.map((inbox) => ({
				...slimInbox(inbox),
				...(caller.role === 'administrator' ? inbox.secrets : {}),
			})),
		}),
	labelList: (labels) => json(200, { payload: labels }),
	agentBotList: (bots, { state }) =>
		json(
			200,
			bots.map(({ system, ...bot }) => ({
				...bot,
				thumbnail: '',
				bot_type: 'webhook',
				bot_config: {},
				account_id: system ? null : state.accountId,
				system_bot: system,
			})),
		),
	automationRuleList: (rules) => json(200, { payload: rules }),
	customAttributeDefinitionList: (definitions) =>
		json(
			200,
			definitions.map((definition) => ({ ...definition, attribute_model: 'contact_attribute' })),
		),
};
