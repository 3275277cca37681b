import type { Call } from './operation';
import type { JsonObject } from './records';
import type { State } from './seed';

type Member = State['members'][number];

/** Contract 2.7. The family says online for available, and shows no custom role. */
export function memberShape(member: Member, { state, upstream }: Call): JsonObject {
	const { inbox_ids: _inboxes, custom_role_id, availability_status: status, ...shown } = member;
	const common = { ...shown, account_id: state.accountId, confirmed: true };
	if (!upstream) return { ...common, availability_status: status, custom_role_id };
	return {
		...common,
		availability_status: status === 'available' ? 'online' : status,
		provider: 'email',
	};
}
