import { json } from '../response';
import type { Operation } from '../operation';
import type { State } from '../seed';

/** Upstream shows agents fewer fields of an app, and no settings of its hooks. */
function upstreamShape(app: State['apps'][number], isAdministrator: boolean): unknown {
	const { hook_type, allow_multiple_hooks, hooks, ...common } = app;
	const shared = { ...common, short_description: app.description };
	if (isAdministrator) {
		return { ...shared, hook_type, allow_multiple_hooks, logo: `${app.id}.png`, hooks };
	}
	const shown = hooks.map(({ settings: _settings, reference_id: _reference, ...hook }) => hook);
	return { ...shared, hooks: shown };
}

/** Contract 4.8. Returns all integration apps. */
export default {
	respond: ({ state, upstream, caller }) => {
		const isAdministrator = caller.role === 'administrator';
		const apps = upstream
			? state.apps.map((app) => upstreamShape(app, isAdministrator))
			: state.apps;
		return json(200, { payload: apps });
	},
} satisfies Operation;
