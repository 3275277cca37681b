import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	PostReceiveAction,
} from 'n8n-workflow';

import { fetchList, type ListRequests } from '../list/fetchList';
import type { Page } from '../list/list';
import { propertiesOf } from '../form/fields';
import type { AddressedRequest, Operation, ReadParameter, ResponseContext } from '../operation';
import { boolean, positiveInteger, wholeNumber, refusingEmptyExpression } from '../input/checks';
import { parameterReader } from '../input/parameters';
import { accountId } from '../input/recordId';
import { sentToken } from '../http/authenticate';
import { untilDeadline } from '../http/deadline';
import { NotSent } from '../limiter/limiter';
import { Permit } from '../limiter/permit';
import type { HttpClient } from '../http/sendOnce';
import { Delivery } from './delivery';
import { endFailedItem } from './failedItem';
import { preview } from './preview';
import { type Run, runOf } from './run';
import { DEFAULT_TIMEOUT_MS, MAX_TIMER_MS, DEADLINE_GRACE_MS } from '../http/waits';
import { InvalidValue } from '../input/invalidValue';

/**
 * Takes one item through the node: it reads the parameters, sends the request, and returns output items.
 *
 * It is used as `routing.operations.pagination`. The engine calls it for one item after the other without
 * waiting for the results, so all items of a batch are read and checked before its first request is sent.
 */
export function runItem(withoutOptions: Operation) {
	const operation = { ...withoutOptions, fields: propertiesOf(withoutOptions) };
	return async function (
		this: IExecutePaginationFunctions,
		engineRequest: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const run = runOf(this);
		const item = this.getItemIndex();
		try {
			const read = parameterReader(this, operation, run.rawParameters);
			const request = buildRequest(this, operation, read);
			if (read('options.previewOnly', PREVIEW_ONLY)) {
				await run.handover.batchComplete();
				return await preview(this, operation, request, run.rawParameters);
			}
			const sendRequest = createSender(this, operation, run, engineRequest);
			const place = run.recordOrder.join(operation.safety !== 'safe' ? keysOf(request) : []);
			try {
				await run.handover.batchComplete();
				await run.earlierEnded;
				await place.turn;
				// With Retry On Fail, an earlier try may have succeeded with this item.
				const { output: known } = run.items.of(item);
				if (known) return known;
				const items = await fetchItems(request, run, sendRequest, this);
				run.items.succeed(item, items, operation.safety !== 'safe');
				return items;
			} finally {
				place.end();
			}
		} catch (error) {
			return await endFailedItem(this, operation, run, error);
		}
	};
}

/** A `postReceive` that passes on the whole response: `runItem` classifies it and turns it into items. */
export const wholeResponse: PostReceiveAction = async (_items, response) => [
	{ json: response as unknown as IDataObject },
];

/** Keys of the records that a request changes: the record in its path, and those with its unique values. */
function keysOf({ path, keys = [] }: AddressedRequest): string[] {
	return [...keys, ...Object.entries(path ?? {}).map(([name, id]) => `${name}:${id}`)];
}

/** Without it, the credential's account is used. An expression that returns nothing must not change accounts. */
const ACCOUNT = refusingEmptyExpression(accountId);

/** An expression that returns nothing must not turn off the preview. */
const PREVIEW_ONLY = refusingEmptyExpression(boolean);

function buildRequest(
	context: IExecutePaginationFunctions,
	operation: Operation,
	read: ReadParameter,
): AddressedRequest {
	const account_id = read('options.accountId', ACCOUNT);
	// The run uses the values of its first item. Other items are only checked.
	read('options.maxConcurrentRequests', positiveInteger);
	read('options.maxRetries', wholeNumber);
	read('options.maxRateLimitWait', wholeNumber);
	const request = operation.request(read, context);
	// An expression that returns nothing must not turn off Simplify.
	const simplify = read('simplify', boolean) === false ? undefined : request.simplify;
	const { method, url: path } = operation.endpoint;
	const url = fillPath(path, { account_id, ...request.path });
	return { method, url, ...request, simplify };
}

/**
 * Fills a documented URL template.
 *
 * @param template like `/api/v1/accounts/{account_id}/labels/{id}`
 * @returns the path; `{account_id}` stays if the node has no account of its own
 * @throws Error if another placeholder has no value, which is a bug of this package
 */
function fillPath(template: string, values: Record<string, number | undefined>): string {
	return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
		const value = values[name];
		if (value !== undefined) return String(value);
		if (name === 'account_id') return placeholder;
		throw new Error(`The endpoint ${template} has no value for ${placeholder}`);
	});
}

/** Sends the request of an item, or the requests for the pages of its list, and makes items of the records. */
async function fetchItems(
	request: AddressedRequest,
	run: Run,
	sendRequest: SendRequest,
	context: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	const { limit, order, simplify, extraFields } = request;
	const item = context.getItemIndex();
	const pairedItem = { item };
	const shape = (record: IDataObject): INodeExecutionData => ({
		json: { ...(simplify ? simplify(record) : record), ...extraFields?.(record) },
		pairedItem,
	});
	if (limit === undefined) return (await sendRequest(request)).records.map(shape);
	const requests: ListRequests = {
		fetchPage: (query, endsItem, signal) => {
			// After a 500, `fetchList` reads the list in the order of the user.
			const hasFallback =
				query.page === 1 && query.sort !== undefined && query.sort === order?.sort;
			const page = { ...request, query: { ...request.query, ...query }, hasFallback };
			return sendRequest(page, endsItem, signal);
		},
		concurrency: () => run.limiter.concurrencyLimit,
		onFailure: () => run.endUnlessContinued(),
	};
	return await fetchList({ limit, order, shape }, requests);
}

/**
 * Sends a request, with retries, until it succeeds or fails.
 *
 * @param endsItem whether the item fails with this error of the request. Asked before another request is sent.
 * @param signal after its abort, nothing more is sent
 * @throws Failure if the request fails, and NotSent if the run has ended
 */
type SendRequest = (
	request: AddressedRequest,
	endsItem?: (error: unknown) => boolean,
	signal?: AbortSignal,
) => Promise<Page>;

/**
 * Makes the function that sends the requests of one item.
 *
 * @throws InvalidValue if the Timeout of Request Options is not valid
 */
function createSender(
	context: IExecutePaginationFunctions,
	operation: Operation & ResponseContext,
	run: Run,
	engineRequest: DeclarativeRestApiSettings.ResultOptions,
): SendRequest {
	const nodeTimeout = readTimeout(engineRequest.options.timeout);
	const item = context.getItemIndex();
	// The credential may have changed since the first request of the item.
	const checkAccount = (account: string) => {
		const state = run.items.of(item);
		state.account ??= account;
		if (account !== state.account) throw Object.assign(new Error(), { code: 'CREDENTIAL_CHANGED' });
	};
	const client: HttpClient = async (requestOptions) => {
		const timeout = Math.min(nodeTimeout, requestOptions.timeout ?? Infinity);
		// A copy for each attempt, because the engine and the credential modify the options.
		const options = Object.assign({}, engineRequest.options, requestOptions, {
			timeout,
			checkAccount,
		});
		try {
			const response = context.makeRoutingRequest({ ...engineRequest, options });
			const [received] = await untilDeadline(response, timeout);
			return received.json as unknown as IN8nHttpFullResponse;
		} finally {
			run.tokens.add(sentToken(options));
		}
	};
	const { tokens, limiter } = run;
	return async (request, endsItem = () => true, signal) => {
		let sentAt = 0;
		const timed: HttpClient = async (options) => {
			sentAt = performance.now();
			return await client(options);
		};
		const permit = new Permit(limiter, timed, tokens, signal);
		const { rawParameters } = run;
		const { body, path } = request;
		const hasResponded = () => limiter.hasResponded;
		const responseContext = { ...operation, recordId: path?.id, rawParameters, body, hasResponded };
		const delivered = new Delivery(request, responseContext, permit, run, item).deliver();
		// The permit is still held here, so no other request can be sent before the run ends.
		delivered.catch((error: unknown) => {
			if (!(error instanceof NotSent) && endsItem(error)) run.endUnlessContinued();
		});
		const success = await delivered.finally(() => permit.release());
		return { ...success, sentAt, receivedAt: performance.now() };
	};
}

/**
 * The Timeout of Request Options as it is passed on to n8n. A longer one than a timer can take would end at once.
 *
 * @param value in milliseconds; 0 or nothing means the default
 * @throws InvalidValue if it is no number above 0
 */
export function readTimeout(value: unknown): number {
	const timeoutMs = Number(value ?? 0);
	if (!(timeoutMs >= 0)) {
		throw new InvalidValue(
			`'Timeout' under 'Request Options' must be a number of milliseconds, but is '${String(value)}'`,
		);
	}
	return Math.min(timeoutMs || DEFAULT_TIMEOUT_MS, MAX_TIMER_MS - DEADLINE_GRACE_MS);
}
