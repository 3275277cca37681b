import { json } from '../response';
import { memberShape } from '../lists';
import type { Operation } from '../operation';
import { found, rejection } from '../rejection';

/** Contract 4.7. Returns the members of an inbox. Agents can read only their own inboxes. */
export default {
	respond: (call) => {
		const { state, caller, id } = call;
		found(state.inboxes, id, 'Inbox');
		const members = state.members.filter((member) => member.inbox_ids.includes(id));
		const isMember = members.some((member) => member.id === caller.memberId);
		if (caller.role === 'agent' && !isMember) {
			throw rejection('roleForbidden', 'You are not authorized to do this action');
		}
		return json(200, { payload: members.map((member) => memberShape(member, call)) });
	},
} satisfies Operation;
