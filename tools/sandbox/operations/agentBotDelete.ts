import { deleted } from '../response';
import type { Operation } from '../operation';
import { found } from '../rejection';

/** Contract 4.9. An account can't delete a bot of the platform. */
export default {
	upstreamForAdministrators: true,
	respond: ({ state, id, upstream }) => {
		const own = state.agentBots.filter(({ system_bot }) => !system_bot);
		const bot = found(own, id, 'Agent bot');
		state.agentBots.splice(state.agentBots.indexOf(bot), 1);
		return deleted(upstream);
	},
} satisfies Operation;
