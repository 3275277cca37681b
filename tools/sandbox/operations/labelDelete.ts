import { deleted } from '../response';
import type { Operation } from '../operation';
import { found } from '../rejection';

/** Contract 4.10. Deletes a label. */
export default {
	upstreamForAdministrators: true,
	respond: ({ state, id, upstream }) => {
		const label = found(state.labels, id, 'Label');
		state.labels.splice(state.labels.indexOf(label), 1);
		return deleted(upstream);
	},
} satisfies Operation;
