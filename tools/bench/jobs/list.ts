import type { IDataObject } from 'n8n-workflow';
import { plainAxios, severalAtOnce } from '../floor';
import type { Way } from '../measure';
import { httpRequestNode, ownNode, type Packages } from '../nodes';
import type { Service } from '../service';
import { AXIOS, HTTP_REQUEST, OWN } from '../ways';
import { type NodeUnderTest, runNode } from '../workflow';

export const PAGE_SIZE = 15;
const QUERY = { q: 'example', sort: 'name' };

/** What the ways need of a service. */
export type Listing = Pick<Service, 'account' | 'credentials' | 'tokens'>;

/** A page as the contract has it (4.6). */
interface Page {
	payload: IDataObject[];
}

/** Return All of the package's contact search. */
function listNode(packages: Packages): NodeUnderTest {
	return ownNode(packages, 'contact', {
		operation: 'search',
		query: QUERY.q,
		returnAll: true,
	});
}

/** The HTTP Request node with its own pagination: one page after the other, until one is empty. */
function pagedHttpNode(packages: Packages, { account }: Listing): NodeUnderTest {
	return httpRequestNode(packages, {
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
					parameters: {
						parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: `={{ $response.body.payload.length < ${PAGE_SIZE} }}`,
					limitPagesFetched: false,
				},
			},
		},
	});
}

/** Reads all contacts with axios, so many pages at a time, in their order. */
async function listWithAxios(
	service: Listing,
	contacts: number,
	concurrency: number,
): Promise<IDataObject[]> {
	const http = plainAxios(service);
	const pages: IDataObject[][] = [];
	const numbers = Array.from({ length: Math.ceil(contacts / PAGE_SIZE) }, (_, index) => index + 1);
	await severalAtOnce(numbers, concurrency, async (page, index) => {
		const { data } = await http.get<Page>('/contacts/search', { params: { ...QUERY, page } });
		pages[index] = data.payload;
	});
	return pages.flat();
}

/** The contacts that a run of the HTTP Request node has brought: its items are whole pages. */
function contactsIn(pages: Array<{ json: IDataObject }>): number {
	return pages.reduce((sum, { json }) => sum + (json as unknown as Page).payload.length, 0);
}

/** Return All in each way. */
export function waysToList(packages: Packages, service: Service, contacts: number): Way[] {
	const { credentials } = service;
	const own = (node: NodeUnderTest) => async () =>
		expectAll(contacts, (await runNode(node, credentials)).length);
	const http = pagedHttpNode(packages, service);
	return [
		{ name: OWN, run: own(listNode(packages)) },
		{
			name: HTTP_REQUEST,
			run: async () => expectAll(contacts, contactsIn(await runNode(http, credentials))),
		},
		{
			name: AXIOS,
			run: async () => expectAll(contacts, (await listWithAxios(service, contacts, 20)).length),
		},
	];
}

/** @throws if a list is not complete: a measurement of it would be worth nothing */
function expectAll(contacts: number, got: number): void {
	if (got !== contacts) throw new Error(`${got} of ${contacts} contacts were returned`);
}
