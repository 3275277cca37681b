import { json } from '../response';
import type { Operation } from '../operation';

/** Contract 4.11. Upstream has null as the rate of a template that was never sent. */
export default {
	forUsersOnly: true,
	respond: ({ state, upstream }) => {
		const rows = state.templateRows.map((row) => ({
			...row,
			delivery_rate: row.delivery_rate ?? 0,
			read_rate: row.read_rate ?? 0,
		}));
		return json(200, upstream ? state.templateRows : rows);
	},
} satisfies Operation;
