import { json } from '../answer';
import type { Call, Operation } from '../operation';
import type { AutomationRule, RuleAction, RuleCondition } from '../records';
import { found, Rejection, rejection, type Issue } from '../rejection';

/** What the family knows; others it refuses, unless the account has a custom attribute of the name. */
const CONDITION_KEYS = [
	'content email country_code status message_type browser_language assignee_id team_id',
	'referer city company company_name inbox_id mail_subject phone_number priority',
	'conversation_language labels private_note',
].flatMap((names) => names.split(' '));

/** What the family knows; others it refuses. */
const ACTION_NAMES = [
	'send_message add_label remove_label send_email_to_team assign_team assign_agent',
	'remove_assigned_agent remove_assigned_team send_webhook_event mute_conversation',
	'send_attachment change_status resolve_conversation open_conversation',
	'pending_conversation snooze_conversation change_priority send_email_transcript',
	'add_private_note',
].flatMap((names) => names.split(' '));

/** What a PATCH may carry (contract 4.2). */
type RuleChanges = Partial<
	Pick<AutomationRule, 'name' | 'description' | 'event_name' | 'active' | 'conditions' | 'actions'>
>;

function unsupported(field: 'conditions' | 'actions', names: string[], known: string[]): Issue[] {
	return names
		.filter((name) => !known.includes(name))
		.map((name) => ({
			field,
			message: `Automation ${field} ${name} not supported.`,
			code: 'not_supported',
		}));
}

function nameIssues({ conditions = [], actions = [] }: RuleChanges, { state }: Call): Issue[] {
	const keys = conditions.map((condition) => condition.attribute_key);
	const names = actions.map((action) => action.action_name);
	const custom = state.customAttributes.map((definition) => definition.attribute_key);
	return [
		...unsupported('conditions', keys, [...CONDITION_KEYS, ...custom]),
		...unsupported('actions', names, ACTION_NAMES),
	];
}

function joinIssues({ conditions = [] }: RuleChanges): Issue[] {
	const unjoined = conditions.slice(0, -1).filter((condition) => !condition.query_operator);
	if (unjoined.length === 0) return [];
	return [
		{
			field: 'conditions',
			message: 'Automation conditions should have query operator.',
			code: 'query_operator',
		},
	];
}

/** The contract shows stored operators in lower case; the family keeps them as they came. */
function stored(condition: RuleCondition, upstream: boolean): RuleCondition {
	const operator = condition.query_operator ?? null;
	return { ...condition, query_operator: upstream ? operator : (operator?.toLowerCase() ?? null) };
}

function ruleOf({ state, id, upstream }: Call): AutomationRule {
	const isKnown = state.automationRules.some((rule) => rule.id === id);
	if (upstream && !isKnown) throw rejection('crash', 'undefined method for nil', 'id');
	return found(state.automationRules, id, 'Automation rule');
}

/** `{error: {conditions: [...], actions: [...]}}`, only for automation rules. */
function errorsByField({ issues }: Rejection): Record<string, string[]> {
	const error: Record<string, string[]> = {};
	for (const { field, message } of issues) error[field] = [...(error[field] ?? []), message];
	return error;
}

/** Contract 4.2. What is absent stays as it is; lists are replaced as a whole. */
export default {
	upstreamForAdministrators: true,
	upstreamErrors: {
		invalid: (rejected) => json(422, { error: errorsByField(rejected) }),
	},
	answer: (call) => {
		const rule = ruleOf(call);
		const changes = call.body as RuleChanges;
		const issues = [...(call.upstream ? nameIssues(changes, call) : []), ...joinIssues(changes)];
		if (issues.length > 0) throw new Rejection('invalid', issues);

		const { conditions, actions, ...plain } = changes;
		Object.assign(rule, plain);
		if (actions) {
			rule.actions = actions.map((action): RuleAction => ({ action_params: [], ...action }));
		}
		if (conditions) {
			rule.conditions = conditions.map((condition) => stored(condition, call.upstream));
		}
		return json(200, { payload: call.upstream ? rule : [rule] });
	},
} satisfies Operation;
