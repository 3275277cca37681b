import { empty } from '../answer';
import type { Operation } from '../operation';
import { found } from '../rejection';

/** Contract 4.10. */
export default {
	upstreamForAdministrators: true,
	answer: ({ state, id, upstream }) => {
		const label = found(state.labels, id, 'Label');
		state.labels.splice(state.labels.indexOf(label), 1);
		return empty(upstream ? 200 : 204);
	},
} satisfies Operation;
