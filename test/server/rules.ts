import { setTimeout as pause } from 'node:timers/promises';

import { condition } from '../../cases/operationCase';
import { MARK, request } from './service';

/** A rule that a test updates before it runs. */
export interface Rule {
	id: number;
	/** The label that the rule adds to a conversation. */
	label: string;
}

/** A conversation with a contact. */
interface Conversation {
	id: number;
	say(content: string): Promise<void>;
	labels(): Promise<string[]>;
}

/** The text to which the control rule adds its label, so that a test sees that the service has run the rules. */
const CONTROL = `${MARK}-control`;
const rules: number[] = [];

/** Creates a rule that adds a label of its own. As it is, no message matches it. */
export async function createRule(label: string, content = `${MARK}-nothing`): Promise<Rule> {
	const { id } = await request<{ id: number }>('POST', 'automation_rules', {
		name: label,
		description: 'Made by a test',
		event_name: 'message_created',
		conditions: [condition('content', 'contains', [content])],
		actions: [{ action_name: 'add_label', action_params: [label] }],
	});
	rules.push(id);
	return { id, label };
}

/** Creates the control rule, without which `hasRun` waits for ever. */
export async function createControl(): Promise<void> {
	await createRule(CONTROL, CONTROL);
}

export async function deleteRules(): Promise<void> {
	for (const id of rules.splice(0)) await request('DELETE', `automation_rules/${id}`);
}

/**
 * Whether a rule runs.
 *
 * @param cause makes the event of the rule happen in the conversation
 */
export async function hasRun(
	{ label }: Rule,
	{ inboxId, contactId }: { inboxId: number; contactId: number },
	cause: (conversation: Conversation) => Promise<unknown>,
): Promise<boolean> {
	const conversation = await start(inboxId, contactId);
	await cause(conversation);
	// A job of the service runs all rules for an event. When the control rule has run for two later events, the job
	// for this one is over.
	for (let later = 0; later < 2; later += 1) {
		const control = await start(inboxId, contactId);
		await control.say(CONTROL);
		while (!(await control.labels()).includes(CONTROL)) await pause(200);
	}
	return (await conversation.labels()).includes(label);
}

/** Resolves a conversation. */
export async function resolve({ id }: Conversation): Promise<void> {
	await request('POST', `conversations/${id}/toggle_status`, { status: 'resolved' });
}

async function start(inbox_id: number, contact_id: number): Promise<Conversation> {
	const { id } = await request<{ id: number }>('POST', 'conversations', { inbox_id, contact_id });
	const path = `conversations/${id}`;
	return {
		id,
		say: async (content) => {
			await request('POST', `${path}/messages`, { content, message_type: 'incoming' });
		},
		labels: async () => (await request<{ payload: string[] }>('GET', `${path}/labels`)).payload,
	};
}
