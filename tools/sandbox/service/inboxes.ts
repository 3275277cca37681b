import type { Inbox, Member } from '../records';
import { notFound, refusal } from '../refusal';
import type { Call } from './call';

/** Contract 4.7: the members of an inbox; one the caller isn't a member of is refused. */
export function inboxGetAgents(call: Call): readonly Member[] {
	const { state, caller, id } = call;
	if (!state.inboxes.some((inbox) => inbox.id === id)) throw notFound(`Inbox ${id}`);

	const members = state.members.filter((member) => member.inbox_ids.includes(id));
	const isMember = members.some((member) => member.id === caller.memberId);
	if (caller.role === 'agent' && !isMember) {
		throw refusal('roleForbidden', 'You are not authorized to do this action');
	}
	return members;
}

/** The inboxes the caller may see: agents see those they are members of. */
export function inboxList({ state, caller }: Call): readonly Inbox[] {
	if (caller.role !== 'agent') return state.inboxes;
	const member = state.members.find((candidate) => candidate.id === caller.memberId);
	return state.inboxes.filter((inbox) => member?.inbox_ids.includes(inbox.id));
}
