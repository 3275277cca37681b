import type { AutomationRule, RuleAction, RuleCondition } from '../records';
import { Refusal, notFound, refusal, type Issue } from '../refusal';
import type { Call } from './call';

const CONDITION_KEYS = [
	'content',
	'email',
	'country_code',
	'status',
	'message_type',
	'browser_language',
	'assignee_id',
	'team_id',
	'referer',
	'city',
	'company',
	'company_name',
	'inbox_id',
	'mail_subject',
	'phone_number',
	'priority',
	'conversation_language',
	'labels',
	'private_note',
];

const ACTION_NAMES = [
	'send_message',
	'add_label',
	'remove_label',
	'send_email_to_team',
	'assign_team',
	'assign_agent',
	'remove_assigned_agent',
	'remove_assigned_team',
	'send_webhook_event',
	'mute_conversation',
	'send_attachment',
	'change_status',
	'resolve_conversation',
	'open_conversation',
	'pending_conversation',
	'snooze_conversation',
	'change_priority',
	'send_email_transcript',
	'add_private_note',
];

/** What a PATCH may carry (contract 4.2). */
type RuleChanges = Partial<
	Pick<AutomationRule, 'name' | 'description' | 'event_name' | 'active' | 'conditions' | 'actions'>
>;

function nameIssues(changes: RuleChanges, call: Call): Issue[] {
	if (!call.traits.checksRuleNames) return [];
	const custom = call.state.customAttributes.map((definition) => definition.attribute_key);
	const keys = (changes.conditions ?? []).map((condition) => condition.attribute_key);
	const names = (changes.actions ?? []).map((action) => action.action_name);
	return [
		...keys
			.filter((key) => !CONDITION_KEYS.includes(key) && !custom.includes(key))
			.map((key) => ({
				field: 'conditions',
				message: `Automation conditions ${key} not supported.`,
				code: 'not_supported',
			})),
		...names
			.filter((name) => !ACTION_NAMES.includes(name))
			.map((name) => ({
				field: 'actions',
				message: `Automation actions ${name} not supported.`,
				code: 'not_supported',
			})),
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

function stored(condition: RuleCondition, lowersOperator: boolean): RuleCondition {
	const operator = condition.query_operator ?? null;
	return {
		...condition,
		query_operator: lowersOperator ? (operator?.toLowerCase() ?? null) : operator,
	};
}

function ruleOf(call: Call): AutomationRule {
	const rule = call.state.automationRules.find((candidate) => candidate.id === call.id);
	if (rule) return rule;
	if (call.traits.crashesOnUnknownRule) throw refusal('crash', 'undefined method for nil', 'id');
	throw notFound(`Automation rule ${call.id}`);
}

/** Contract 4.2. What is absent stays as it is; lists are replaced as a whole. */
export function automationRuleUpdate(call: Call): AutomationRule {
	const rule = ruleOf(call);
	const changes = call.body as RuleChanges;
	const issues = [...nameIssues(changes, call), ...joinIssues(changes)];
	if (issues.length > 0) throw new Refusal('invalid', issues);

	const { conditions, actions, ...plain } = changes;
	Object.assign(rule, plain);
	if (actions)
		rule.actions = actions.map((action): RuleAction => ({ action_params: [], ...action }));
	if (conditions) {
		rule.conditions = conditions.map((condition) =>
			stored(condition, call.traits.lowersRuleOperators),
		);
	}
	return rule;
}
