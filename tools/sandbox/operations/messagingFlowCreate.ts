import { json } from '../response';
import type { Call, Operation } from '../operation';
import { Rejection, type Issue } from '../rejection';

function issuesOf({ body, state, voxys }: Call): Issue[] {
	const issues: Issue[] = [];
	if (typeof body.name !== 'string' || body.name.trim() === '') {
		issues.push({ field: 'name', message: "Name can't be blank", code: 'blank' });
	}
	if (!state.inboxes.some((inbox) => inbox.id === body.inbox_id)) {
		issues.push({ field: 'inbox', message: 'Inbox must exist', code: 'not_found' });
	}
	if (body.flow_json === undefined && !voxys) {
		issues.push({ field: 'flow_json', message: "Flow json can't be blank", code: 'blank' });
	}
	return issues;
}

/** Contract 4.3b. A new flow is a draft. Voxys needs no definition, and has another name for one field. */
export default {
	forUsersOnly: true,
	isDescribedByVoxys: true,
	errorBody: ({ issues }) => ({ errors: issues.map(({ message }) => message) }),
	respond: (call) => {
		const issues = issuesOf(call);
		if (issues.length > 0) throw new Rejection('invalid', issues);

		const { body, state } = call;
		state.messagingFlows += 1;
		const id = state.messagingFlows;
		return json(call.upstream ? 201 : 200, {
			id,
			name: String(body.name),
			status: 'draft',
			endpoint_uri: typeof body.endpoint_uri === 'string' ? body.endpoint_uri : '',
			inbox_id: Number(body.inbox_id),
			categories: (body.categories ?? []) as string[],
			[call.voxys ? 'meta_flow_id' : 'partner_flow_id']: `flow-${1000 + id}`,
			created_at: new Date(state.now()).toISOString(),
		});
	},
} satisfies Operation;
