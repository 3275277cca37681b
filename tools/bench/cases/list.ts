import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { AXIOS, type Bench, HTTP_REQUEST, OWN, type Result } from '../bench';
import { inTurns, ratioOf, summaryOf, type Way } from '../measure';
import { httpNode, ownNode } from '../nodes';
import { count, number, range } from '../report';
import { expectAll, runNode, type Service, withAxios, withService } from '../service';

const LATENCY_MS = 50;
const PAGE_SIZE = 15;
const AT_ONCE = 20;
const QUERY = { q: 'example', sort: 'name' };

/** Return All of a list of many pages. */
export async function listCase(bench: Bench): Promise<Result> {
	const { contacts, rounds } = bench.scale;
	const pages = Math.ceil(contacts / PAGE_SIZE);
	bench.report(`return all of ${count(contacts)} contacts, ${LATENCY_MS} ms latency`);
	const series = await withService({ contacts, latencyMs: LATENCY_MS }, (service) =>
		inTurns(waysToList(bench, service, pages), rounds),
	);
	return {
		title: `Return all of ${count(contacts)} contacts`,
		about: `${pages} pages of ${PAGE_SIZE} at ${LATENCY_MS} ms. The HTTP Request node uses its own pagination, which reads one page after the other. axios knows the number of pages and requests ${AT_ONCE} at a time.`,
		head: ['Way', 'Time, ms', 'CPU, ms', 'Time, × HTTP Request'],
		rows: Object.keys(series).map((way) => [
			way,
			range(summaryOf(series, way, 'wallMs')),
			range(summaryOf(series, way, 'cpuMs')),
			range(ratioOf(series, way, HTTP_REQUEST, 'wallMs')),
		]),
		budgets: [
			{
				what: `return all at ${LATENCY_MS} ms: time against the HTTP Request node`,
				most: 1 / 14,
				measured: ratioOf(series, OWN, HTTP_REQUEST, 'wallMs').median,
				shown: (ratio) => `1/${number(1 / ratio)}`,
			},
		],
	};
}

function waysToList({ packages, scale }: Bench, service: Service, pages: number): Way[] {
	const own = ownNode({ operation: 'search', query: QUERY.q, returnAll: true });
	const http = httpNode(pagination(service));
	const withoutEngine = async () => {
		let read = 0;
		const numbers = Array.from({ length: pages }, (_, index) => index + 1);
		await withAxios(service, numbers, AT_ONCE, async ({ get }, page) => {
			const { data } = await get<Page>('/contacts/search', { params: { ...QUERY, page } });
			read += data.payload.length;
		});
		return read;
	};
	const ways: Record<string, () => Promise<number>> = {
		[OWN]: async () => (await runNode(own, packages, service)).length,
		[HTTP_REQUEST]: async () => contactsIn(await runNode(http, packages, service)),
		[AXIOS]: withoutEngine,
	};
	return Object.entries(ways).map(([name, read]) => ({
		name,
		run: async () => expectAll(await read(), scale.contacts),
	}));
}

/** The HTTP Request node's own pagination: one page after the other, until one is not full. */
function pagination({ account }: Service): INodeParameters {
	const page = { type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' };
	return {
		method: 'GET',
		url: `${account}/contacts/search`,
		sendQuery: true,
		queryParameters: {
			parameters: Object.entries(QUERY).map(([name, value]) => ({ name, value })),
		},
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters: [page] },
					paginationCompleteWhen: 'other',
					completeExpression: `={{ $response.body.payload.length < ${PAGE_SIZE} }}`,
					limitPagesFetched: false,
				},
			},
		},
	};
}

/** A page as the contract has it (4.6). */
interface Page {
	payload: IDataObject[];
}

/** The contacts that a run of the HTTP Request node has brought: its items are whole pages. */
function contactsIn(pages: INodeExecutionData[]): number {
	return pages.reduce((sum, { json }) => sum + (json as unknown as Page).payload.length, 0);
}
