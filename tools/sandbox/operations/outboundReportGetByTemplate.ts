import { json } from '../answer';
import type { Operation } from '../operation';

/** Contract 4.11. The family has no rate where nothing was sent. */
export default {
	forUsersOnly: true,
	answer: ({ state, upstream }) => {
		const rows = state.templateRows.map((row) => ({
			...row,
			delivery_rate: row.delivery_rate ?? 0,
			read_rate: row.read_rate ?? 0,
		}));
		return json(200, upstream ? state.templateRows : rows);
	},
} satisfies Operation;
