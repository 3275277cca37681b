import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ownerOf, OWN_CREDENTIALS, OWN_NODES } from '../../tools/bench/profile/owners';
import { sharesOf } from '../../tools/bench/profile/shares';
import { ROOT } from '../../tools/bench/places';

function frame(functionName: string, path = '') {
	const url = path === '' ? '' : pathToFileURL(join(ROOT, path)).href;
	return { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 };
}

it.each([
	[frame('send', 'dist/nodes/shared/send.js'), OWN_NODES],
	[frame('authenticate', 'dist/credentials/authenticate.js'), OWN_CREDENTIALS],
	[frame('runNode', 'node_modules/n8n-core/dist/routing-node.js'), 'n8n-core'],
	[
		frame('request', 'node_modules/n8n-core/node_modules/@n8n/backend-network/dist/a.js'),
		'@n8n/backend-network',
	],
	[frame('(garbage collector)'), '(garbage collector)'],
	[frame('writev'), 'V8 built-ins'],
	[{ ...frame('emit'), url: 'node:events' }, 'Node.js'],
])('says who %j belongs to', (callFrame, owner) => {
	expect(ownerOf(callFrame)).toBe(owner);
});

it('adds up the time of each owner, without that in which nothing was done', () => {
	const shares = sharesOf({
		startTime: 0,
		endTime: 10_000,
		nodes: [
			{ id: 1, callFrame: frame('(root)'), children: [2, 4] },
			{ id: 2, callFrame: frame('send', 'dist/nodes/shared/send.js'), children: [3] },
			{ id: 3, callFrame: frame('get', 'node_modules/lodash/get.js') },
			{ id: 4, callFrame: frame('(idle)') },
		],
		samples: [2, 3, 4],
		timeDeltas: [1_000, 2_000, 7_000],
	});
	expect(shares.total).toBe(3);
	expect(Object.fromEntries(shares.byOwner)).toMatchObject({ [OWN_NODES]: 1, lodash: 2 });
});
