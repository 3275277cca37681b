import { json } from '../response';
import type { Call, Operation } from '../operation';
import type { JsonObject } from '../records';
import { found, Rejection, rejection, type Issue } from '../rejection';
import type { State } from '../seed';

type Rule = State['automationRules'][number];

/** Chatwoot refuses other attributes, except the account's custom attributes. */
const CONDITION_KEYS = [
	'content email country_code status message_type browser_language assignee_id team_id',
	'referer city company company_name inbox_id mail_subject phone_number priority',
	'conversation_language labels private_note',
].flatMap((names) => names.split(' '));

/** Chatwoot refuses other actions. */
const ACTION_NAMES = [
	'send_message add_label remove_label send_email_to_team assign_team assign_agent',
	'remove_assigned_agent remove_assigned_team send_webhook_event mute_conversation',
	'send_attachment change_status resolve_conversation open_conversation',
	'pending_conversation snooze_conversation change_priority send_email_transcript',
	'add_private_note',
].flatMap((names) => names.split(' '));

function issuesOf({ state }: Call, conditions: JsonObject[], actions: JsonObject[]) {
	const issues: Issue[] = [];
	const addIssue = (field: string, message: string) =>
		issues.push({ field, message, code: 'invalid' });
	if (conditions.slice(0, -1).some((condition) => !condition.query_operator)) {
		addIssue('conditions', 'Automation conditions should have query operator.');
	}
	const keys = [...CONDITION_KEYS, ...state.customAttributes.map((one) => one.attribute_key)];
	for (const { attribute_key: key } of conditions) {
		if (keys.includes(String(key))) continue;
		addIssue('conditions', `Automation conditions ${String(key)} not supported.`);
	}
	for (const { action_name: name } of actions) {
		if (ACTION_NAMES.includes(String(name))) continue;
		addIssue('actions', `Automation actions ${String(name)} not supported.`);
	}
	return issues;
}

/** The contract shows stored operators in lower case; upstream keeps them as sent. */
function stored(condition: JsonObject, upstream: boolean): JsonObject {
	const operator = (condition.query_operator ?? null) as string | null;
	return { ...condition, query_operator: upstream ? operator : (operator?.toLowerCase() ?? null) };
}

/** Makes `{conditions: [...], actions: [...]}`, a shape that only automation rules use. */
function errorsByField({ issues }: Rejection): Record<string, string[]> {
	const error: Record<string, string[]> = {};
	for (const { field, message } of issues) error[field] = [...(error[field] ?? []), message];
	return error;
}

/** Contract 4.2. Absent fields stay unchanged; lists are replaced as a whole. */
export default {
	upstreamForAdministrators: true,
	upstreamErrors: {
		invalid: (rejected) => json(422, { error: errorsByField(rejected) }),
	},
	respond: (call) => {
		const { state, id, upstream } = call;
		const isKnown = state.automationRules.some((rule) => rule.id === id);
		if (upstream && !isKnown) throw rejection('crash', 'undefined method for nil', 'id');
		const rule = found(state.automationRules, id, 'Automation rule');

		const { conditions, actions, ...plain } = call.body as Partial<Rule>;
		const issues = issuesOf(call, conditions ?? [], actions ?? []);
		if (issues.length > 0) throw new Rejection('invalid', issues);

		Object.assign(rule, plain);
		if (actions) rule.actions = actions.map((action) => ({ action_params: [], ...action }));
		if (conditions) rule.conditions = conditions.map((one) => stored(one, upstream));
		return json(200, { payload: upstream ? rule : [rule] });
	},
} satisfies Operation;
