import { json } from './response';
import { slimInbox } from './contacts/shape';
import type { Call, Operation } from './operation';
import type { JsonObject } from './records';
import type { State } from './seed';
import type { Inbox } from './seed/account';

/** An endpoint outside the contract. */
export interface OutsideEndpoint extends Operation {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
}

function list(resource: string, records: (call: Call) => unknown): OutsideEndpoint {
	return {
		method: 'GET',
		path: `/api/v1/accounts/{account_id}/${resource}`,
		respond: (call) => json(200, records(call)),
	};
}

/** The inboxes that the caller can see. Agents see the inboxes they are members of. */
function visibleInboxes({ state, caller }: Call): readonly Inbox[] {
	if (caller.role !== 'agent') return state.inboxes;
	const member = state.members.find(({ id }) => id === caller.memberId);
	return state.inboxes.filter(({ id }) => member?.inbox_ids.includes(id));
}

/** A member (contract 2.7). Upstream says `online` instead of `available`, and has no custom role. */
export function memberShape(
	member: State['members'][number],
	{ state, upstream }: Call,
): JsonObject {
	const { inbox_ids: _inboxes, custom_role_id, availability_status: status, ...shown } = member;
	const common = { ...shown, account_id: state.accountId, confirmed: true };
	if (!upstream) return { ...common, availability_status: status, custom_role_id };
	return { ...common, availability_status: status === 'available' ? 'online' : status };
}

/**
 * The lists outside the contract, which pickers in the forms read. They have upstream's shapes. Upstream also
 * shows secrets in them.
 */
export const LISTS: Record<string, OutsideEndpoint> = {
	inboxList: list('inboxes', (call) => ({
		payload: visibleInboxes(call).map((inbox) => ({
			...slimInbox(inbox),
			...(call.upstream && call.caller.role === 'administrator' ? inbox.secrets : {}),
		})),
	})),
	labelList: list('labels', ({ state }) => ({ payload: state.labels })),
	agentBotList: list('agent_bots', ({ state }) => state.agentBots),
	automationRuleList: {
		...list('automation_rules', ({ state }) => ({ payload: state.automationRules })),
		upstreamForAdministrators: true,
	},
	agentList: list('agents', (call) =>
		call.state.members.map((member) => memberShape(member, call)),
	),
	teamList: list('teams', ({ state }) => state.teams),
	customAttributeDefinitionList: list(
		'custom_attribute_definitions',
		({ state }) => state.customAttributes,
	),
};
