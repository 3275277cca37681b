import { json } from '../response';
import type { Call, Operation } from '../operation';
import { rejection } from '../rejection';
import { type TemplateRow, withRates } from '../seed/activity';
import { DAY } from '../seed/time';

/** The messages of the seeded rows were sent evenly over this time, up to now. */
const PERIOD_S = 30 * DAY;

/**
 * Reads a query parameter as Unix seconds.
 *
 * @throws Rejection if it has another form than Voxys describes
 */
function seconds({ query, voxys }: Call, name: 'since' | 'until', fallback: number): number {
	const value = query[name];
	if (value === undefined) return fallback;
	if (/^\d+$/.test(value)) return Number(value);
	if (!voxys) return fallback;
	throw rejection('breach', `${name} must be a whole number of seconds since 1970`, name);
}

/** The share of the messages, from 0 to 1, that were sent between `since` and `until`. */
function shareOfPeriod(call: Call): number {
	const end = Math.floor(call.state.now() / 1000);
	const start = end - PERIOD_S;
	const since = Math.max(start, seconds(call, 'since', start));
	const until = Math.min(end, seconds(call, 'until', end));
	return Math.max(0, until - since) / PERIOD_S;
}

/** The row with this share of its messages. */
function reduced(row: TemplateRow, share: number): TemplateRow {
	const [sent, delivered, read] = [row.total_sent, row.total_delivered, row.total_read].map(
		(count) => Math.round(count * share),
	);
	return { ...row, ...withRates(sent, delivered, read) };
}

/**
 * Contract 4.11. Upstream has null as the rate of a template that was never sent, and ignores the period, which the
 * contract doesn't mention. Voxys describes the rates as numbers, and the period as `since` and `until`.
 */
export default {
	forUsersOnly: true,
	isDescribedByVoxys: true,
	respond: (call) => {
		const { state, upstream, voxys } = call;
		if (upstream && !voxys) return json(200, state.templateRows);
		const share = shareOfPeriod(call);
		const rows = share === 0 ? [] : state.templateRows.map((row) => reduced(row, share));
		return json(
			200,
			rows.map((row) => ({
				...row,
				delivery_rate: row.delivery_rate ?? 0,
				read_rate: row.read_rate ?? 0,
			})),
		);
	},
} satisfies Operation;
