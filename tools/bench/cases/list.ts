import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { type Bench, HTTP_REQUEST, OWN, type Result } from '../bench';
import { inTurns, medianOf, type Way } from '../measure';
import { httpNode, ownNode } from '../nodes';
import { count, number } from '../report';
import { expectAll, runNode, type Service, withService } from '../service';

const LATENCY_MS = 50;
const PAGE_SIZE = 15;
const CONTACTS = 1500;
const ROUNDS = 8;
const QUERY = { q: 'example', sort: 'name' };

/** Return All of a list of many pages. */
export async function listCase(bench: Bench): Promise<Result> {
	bench.report(`return all of ${count(CONTACTS)} contacts, ${LATENCY_MS} ms latency`);
	const series = await withService({ contacts: CONTACTS, latencyMs: LATENCY_MS }, (service) =>
		inTurns(waysToList(bench, service), ROUNDS),
	);
	return {
		title: `Return all of ${count(CONTACTS)} contacts`,
		about: `Medians of ${ROUNDS} runs each. The operation is Search, with ${CONTACTS / PAGE_SIZE} pages of ${PAGE_SIZE}, each after ${LATENCY_MS} ms. The HTTP Request node uses its own pagination, which reads one page after the other.`,
		head: ['Way', 'Time, ms', 'CPU, ms'],
		rows: Object.keys(series).map((way) => [
			way,
			number(medianOf(series, way, 'wallMs')),
			number(medianOf(series, way, 'cpuMs')),
		]),
	};
}

function waysToList({ packages }: Bench, service: Service): Way[] {
	const own = ownNode({ operation: 'search', query: QUERY.q, returnAll: true });
	const http = httpNode(pagination(service));
	const ways: Record<string, () => Promise<number>> = {
		[OWN]: async () => (await runNode(own, packages, service)).length,
		[HTTP_REQUEST]: async () => contactsIn(await runNode(http, packages, service)),
	};
	return Object.entries(ways).map(([name, read]) => ({
		name,
		run: async () => expectAll(await read(), CONTACTS),
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
