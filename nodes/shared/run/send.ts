import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { type Answer, type Carrier, sendOnce } from '../transport/answer';
import { Failure } from '../failure/failure';
import { unsentFailure } from '../failure/faultText';
import type { Subject } from '../failure/failureOf';
import { fetchList, type FetchPage } from '../output/list';
import { tokenFree } from '../output/tokenFree';
import { type AddressedRequest, type Operation, propertiesOf } from '../operation';
import { parameterReader, type ReadParameter } from '../input/parameters';
import { GaveUp, type Place } from '../transport/limiter';
import { fillPath } from '../transport/request';
import { type Channel, Exchange } from './exchange';
import { preview } from './preview';
import { type Run, runOf } from './run';
import { ANOTHER_FAILED, settle } from './settle';
import {
	blankOnlyAsTyped,
	boolean,
	positiveInteger,
	wholeNumber,
	withoutUndefined,
} from '../input/values';

/**
 * The way of one item through the package: parameters, request, response, output items.
 *
 * Serves as `routing.operations.pagination`. The engine calls it for one item after the other without
 * waiting, so all items that it hands over together are read and checked before one is sent.
 */
export function send(operation: Operation) {
	const properties = propertiesOf(operation);
	const subject = { ...operation, fields: properties };
	return async function (
		this: IExecutePaginationFunctions,
		engineRequest: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const run = runOf(this);
		try {
			const read = parameterReader(this, properties, run.typed);
			const request = buildRequest(this, operation, read);
			if (read('options.previewOnly', PREVIEW_ONLY)) {
				await run.handover.allJoined();
				return await preview(this, operation, request);
			}
			const order = run.recordOrder.join(operation.kind === 'write' ? keysOf(request) : []);
			try {
				await run.handover.allJoined();
				await run.earlierEnded;
				await order.turn;
				const item = this.getItemIndex();
				const deliver = delivery(this, subject, run, engineRequest);
				const items =
					run.done.get(item) ?? (await fetchItems(operation, request, run, deliver, this));
				run.done.set(item, items);
				run.unclear.delete(item);
				return items;
			} finally {
				order.end();
			}
		} catch (error) {
			return await settle(this, operation, run, error);
		}
	};
}

/** The records that a request changes: the one in its path, or those that its values belong to. */
function keysOf({ path, keys = [] }: AddressedRequest): string[] {
	return [...keys, ...Object.entries(path ?? {}).map(([name, id]) => `${name}:${id}`)];
}

/**
 * Sends a request until its response is final; throws Failure, or NotSent if the run has ended.
 *
 * @param isWanted whether it is still needed when its turn comes; if not, it is not sent
 * @param onFailure called if it fails, before anything else is sent; says whether the item fails with it
 */
type Deliver = (
	request: AddressedRequest,
	isWanted?: () => boolean,
	onFailure?: () => boolean,
) => Promise<Answer>;

/** A field left blank means the credential's account; an expression that gives nothing is refused. */
const ACCOUNT = blankOnlyAsTyped(positiveInteger);

/** An expression that gives nothing does not mean that the request is to be sent. */
const PREVIEW_ONLY = blankOnlyAsTyped(boolean);

/** Names that axios drops from a body without an error under n8n. */
const DROPPED_NAME = /"(__proto__|constructor|prototype)":/;

function buildRequest(
	context: IExecutePaginationFunctions,
	operation: Operation,
	read: ReadParameter,
): AddressedRequest {
	const account_id = read('options.accountId', ACCOUNT);
	// The run has those of its first item; here each item's are refused like any other field.
	read('options.maxConcurrentRequests', positiveInteger);
	read('options.maxRetries', wholeNumber);
	const request = operation.request(read, context);
	// Where an expression gives nothing, nothing more is shown than usual.
	const simplify = read('simplify', boolean) === false ? undefined : request.simplify;
	const { method, url: path } = operation.endpoint;
	const body = typeof request.body === 'object' ? withoutUndefined(request.body) : request.body;
	const [, dropped] = DROPPED_NAME.exec(JSON.stringify(body) ?? '') ?? [];
	if (dropped)
		throw new Failure(`n8n cannot send a field called ${dropped}`, 'Rename this field.', {
			help: 'request-not-sent',
		});
	const url = fillPath(path, { account_id, ...request.path });
	return { method, url, ...request, simplify, body };
}

function delivery(
	context: IExecutePaginationFunctions,
	operation: Operation & Subject,
	run: Run,
	engineRequest: DeclarativeRestApiSettings.ResultOptions,
): Deliver {
	const carry: Carrier = async (own) => {
		// A copy for each attempt: the engine and the credential write into what they are given.
		const options = Object.assign({}, engineRequest.options, own);
		const [item] = await context.makeRoutingRequest({ ...engineRequest, options });
		return item.json as unknown as IN8nHttpFullResponse;
	};
	const item = context.getItemIndex();
	const proxied = engineRequest.options.proxy !== undefined;
	const subject = proxied ? { ...operation, proxied } : operation;
	return async (request, isWanted = () => true, onFailure = () => true) => {
		const work = async (place: Place) => {
			const channel: Channel = {
				send: async (each) => await place.send(async () => await sendOnce(carry, each)),
				retake: async (waitMs) => await place.retake(waitMs),
			};
			const result = await new Exchange(request, subject, channel, run, item).result();
			if (!(result instanceof Failure)) return result;
			// Before the place is given up, so that nothing follows this request.
			if (onFailure()) endUnlessContinued(context, run);
			throw result;
		};
		try {
			return await run.limiter.run(item, work, isWanted);
		} catch (error) {
			throw error instanceof GaveUp ? unsentFailure(error.forMs) : error;
		}
	};
}

/** In stop mode nothing is sent after an item has failed. */
function endUnlessContinued(context: IExecutePaginationFunctions, run: Run): void {
	if (!context.continueOnFail()) run.limiter.end(ANOTHER_FAILED);
}

async function fetchItems(
	operation: Operation,
	request: AddressedRequest,
	run: Run,
	deliver: Deliver,
	context: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	const { limit, simplify } = request;
	const item = context.getItemIndex();
	const token = await run.token(context);
	const pairedItem = { item };
	const shape = (record: IDataObject): INodeExecutionData => ({
		json: tokenFree(simplify ? simplify(record) : record, token),
		pairedItem,
	});
	const records = (body: unknown) => operation.records(body, request);
	if (limit === undefined) return records((await deliver(request)).body).map(shape);
	const fetchPage: FetchPage = (page, wanted, failed) =>
		deliver({ ...request, query: { ...request.query, page } }, wanted, failed);
	const requests = {
		limit: () => run.limiter.limit,
		withdraw: () => run.limiter.withdraw(item),
		onFailure: () => endUnlessContinued(context, run),
	};
	return await fetchList(fetchPage, limit, requests, { records, total: operation.total, shape });
}
