import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { getApps } from '../../nodes/Integration/operations/getApps';
import { response } from '../fixtures/responses';
import { runAll, stored } from '../fixtures/runAll';

/** What Get Apps returns for an app of the service. */
async function appsOf(app: IDataObject, simplify: unknown): Promise<IDataObject[]> {
	const [items] = await runAll(getApps, {
		parameters: stored(getApps, { simplify: '={{ $json.simplify }}' }),
		items: [{ simplify } as IDataObject],
		respond: () => response(200, { payload: [app] }),
	});
	return items.map(({ json }) => json);
}

const SECRET = 'sk-third-party-key';

it('passes no setting of a hook on with Simplify, whatever else the hook has', async () => {
	const shown = fc.record({ id: fc.nat(), status: fc.boolean(), inbox: fc.constant(null) });
	const hook = fc.record({ shown, setting: fc.string(), other: fc.string() });
	await fc.assert(
		fc.asyncProperty(fc.array(hook, { minLength: 1, maxLength: 3 }), async (hooks) => {
			const sent = hooks.map(({ shown: known, setting, other }) => ({
				settings: { [setting]: SECRET },
				[`x${other}`]: SECRET,
				...known,
			}));
			const app = { id: 'openai', hooks: sent, settings_form_schema: [SECRET] };
			// An expression that returns nothing does not turn Simplify off.
			for (const simplify of [true, undefined, '']) {
				const [simple] = await appsOf(app as IDataObject, simplify);
				expect(simple.hooks).toEqual(hooks.map((each) => each.shown));
				expect(JSON.stringify(simple)).not.toContain(SECRET);
			}
			expect(await appsOf(app as IDataObject, false)).toEqual([app]);
		}),
		{ numRuns: 20 },
	);
});
