import type { Bench, Result } from '../bench';
import { DELETE_LABEL, waysById } from '../jobs/byId';
import { people, waysToCreate } from '../jobs/create';
import { waysToList } from '../jobs/list';
import { sample, type Way } from '../measure';
import { isEngine, OWN_CREDENTIALS, OWN_NODES } from '../profile/owners';
import { record } from '../profile/record';
import { type Shares, sharesOf } from '../profile/shares';
import { count, number } from '../report/format';
import { startService } from '../service';
import { HTTP_REQUEST, OWN } from '../ways';

const GARBAGE = '(garbage collector)';
const NETWORK = ['Node.js', 'V8 built-ins', 'axios', 'follow-redirects', 'proxy-from-env'];

/** Who the time of a profile belongs to, in groups. */
const GROUPS: Array<[group: string, owns: (owner: string) => boolean]> = [
	[OWN_NODES, (owner) => owner === OWN_NODES],
	[OWN_CREDENTIALS, (owner) => owner === OWN_CREDENTIALS],
	["n8n's engine and luxon", (owner) => isEngine(owner) || owner === 'luxon' || owner === 'lodash'],
	['Node.js, axios and V8 built-ins', (owner) => NETWORK.includes(owner)],
	['garbage collection', (owner) => owner === GARBAGE],
];

/** Where the time of three jobs goes, for this package and for the HTTP Request node. */
export async function profileCase({ packages, scale, report }: Bench): Promise<Result> {
	const { items, contacts } = scale;
	const service = await startService({ contacts, labels: items });
	const jobs: Array<[string, Way[]]> = [
		[`create × ${count(items)}`, waysToCreate(packages, service, people(items))],
		[`delete × ${count(items)}`, waysById(packages, service, items, DELETE_LABEL)],
		[`return all of ${count(contacts)}`, waysToList(packages, service, contacts)],
	];
	const rows: string[][] = [];
	try {
		for (const [what, ways] of jobs) {
			for (const way of ways.filter(({ name }) => name === OWN || name === HTTP_REQUEST)) {
				report(`profile of ${what}: ${way.name}`);
				rows.push([what, way.name, ...percentages(await profile(way))]);
			}
		}
	} finally {
		await service.close();
	}
	return {
		title: 'Where the time goes',
		about: ['CPU profiles; per cent of the time in which the process was not idle.'],
		table: { head: ['Job', 'Way', ...GROUPS.map(([group]) => group), 'other'], rows },
		verdicts: [],
		ratios: [],
	};
}

/** Profiles the third run: what the compiler does is over by then. */
async function profile(way: Way): Promise<Shares> {
	await sample(way);
	await sample(way);
	await way.prepare?.();
	return sharesOf(await record(way.run));
}

function percentages({ total, byOwner }: Shares): string[] {
	const parts = GROUPS.map(([, owns]) =>
		[...byOwner].filter(([owner]) => owns(owner)).reduce((sum, [, ms]) => sum + ms / total, 0),
	);
	const other = 1 - parts.reduce((sum, part) => sum + part, 0);
	return [...parts, other].map((part) => number(Math.max(0, part) * 100));
}
