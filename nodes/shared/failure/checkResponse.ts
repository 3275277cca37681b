import type { INodeProperties } from 'n8n-workflow';

import { camelCase, capitalized } from '../input/names';
import { isBlank, isObject } from '../input/values';
import type { Answer, Request, Subject } from '../operation';
import { Fault } from '../transport/fault';
import { asksTooLong, isUnavailable, replyOf } from '../transport/reply';
import { describePossibleEffect } from './effectText';
import { Failure } from './failure';
import { describeFault } from './faultText';
import { findDisplayName, fieldOf, fieldsInWords, idFields } from './fieldNames';
import type { HelpTopic } from './helpTopics';
import { judge } from './judge';
import { isPage } from './page';
import { NO_WORDS, type Refusal, readRefusal } from './readRefusal';
import { NOT_CONNECTED, type Places, describeRefusal } from './refusalText';

/** The part of a request that shows which fields to check for a wrong ID. */
type RequestWithIds = Pick<Request, 'url' | 'body'>;

/**
 * Decides whether a request failed, and with which message.
 *
 * @param request left out for look-ups and lists in the editor: no field of the form has their IDs
 * @returns undefined if the service did what the request asks for
 */
export function checkResponse(
	answer: Answer | Fault,
	operation: Subject,
	request?: RequestWithIds,
): Failure | undefined {
	if (answer instanceof Fault) return faultFailure(answer, operation);
	const judgement = judge(answer, operation);
	if (judgement === 'success') return undefined;
	const refusal = isPage(answer) ? NO_WORDS : refusalIn(answer, operation);
	return judgement === 'refusal'
		? refusalFailure(answer, refusal, operation, request)
		: unclearFailure(answer, refusal, operation);
}

/** The words of the service. The tokens are removed first, because its texts are changed and shortened. */
function refusalIn({ body }: Answer, { fields, used }: Subject): Refusal {
	try {
		const cleaned = used?.tokens?.removeFromObject(body) ?? body;
		return readRefusal(cleaned, (field) => findDisplayName(field, fields));
	} catch {
		// Nested too deeply to be copied.
		return NO_WORDS;
	}
}

function faultFailure(fault: Fault, operation: Subject): Failure {
	const { headline, remedy, help } = describeFault(
		fault,
		operation.proxied,
		operation.used?.baseUrl,
	);
	const { mayHaveArrived: unclear, isTransient } = fault;
	const description = sentences(unclear ? describeDoubt(operation) : '', remedy);
	return new Failure(headline, description, { unclear, isTransient, help });
}

function refusalFailure(
	answer: Answer,
	refusal: Refusal,
	operation: Subject,
	request?: RequestWithIds,
): Failure {
	const { headline, remedy, help } = describeRefusal(answer, refusal, placesOf(operation, request));
	const unclear = mayHaveActed(answer, operation);
	const may = unclear ? describeDoubt(operation) : '';
	const description = sentences(
		may,
		may === '' || answer.status >= 500 ? remedy : '',
		fieldsToCheck(refusal, operation, request),
		/\be\.?164\b/i.test(refusal.text) ? E164 : '',
	);
	return new Failure(headline, description, {
		httpCode: answer.status,
		fields: refusal.fields,
		unclear,
		help,
		isTransient: isTransient(answer),
	});
}

/** Whether the cause of a refusal passes within minutes. */
function isTransient(answer: Answer): boolean {
	const reply = replyOf(answer, 0);
	const isBusy = reply.outcome === 'rateLimited' || isUnavailable(reply.outcome);
	return isBusy && !asksTooLong(reply);
}

const E164 = 'E.164 is a plus sign, the country code and the number, without spaces: +15551234567.';

/** Whether a request may have been carried out although its response is a refusal. */
function mayHaveActed(answer: Answer, operation: Subject): boolean {
	if (answer.status === 408) return true;
	if (answer.status >= 500) return !NOT_CONNECTED.includes(answer.status);
	return leadsToRecord(answer, operation);
}

/** Whether a redirect leads to a new record, which means that the request was carried out. */
function leadsToRecord({ status, headers }: Answer, { effect, endpoint }: Subject): boolean {
	if (status === 303) return true;
	const creates = effect !== undefined && !endpoint?.url.includes('{id}');
	return creates && status < 400 && /\/api\/.*\/\d+\/?$/.test(String(headers.location));
}

/** The failure of a 2xx response whose body proves no success: it must not pass as a record or an empty list. */
function unclearFailure(answer: Answer, refusal: Refusal, operation: Subject): Failure {
	const { body, status: httpCode } = answer;
	const { headline, remedy, help } = unclearText(answer, refusal, operation);
	const description = sentences(
		describeDoubt(operation),
		remedy,
		fieldsToCheck(refusal, operation),
	);
	const isText = typeof body === 'string';
	const unclear = isText || operation.effect !== undefined;
	const isCutOff = isText && !isPage(answer);
	const { fields } = refusal;
	return new Failure(headline, description, {
		httpCode,
		fields,
		unclear,
		isTransient: isCutOff,
		help,
	});
}

interface Text {
	headline: string;
	remedy: string;
	help: HelpTopic;
}

const LOOK_AT_PROXY = 'If it happens each time, look at the proxy in front of the service.';

function unclearText(answer: Answer, { text }: Refusal, { effect }: Subject): Text {
	const { body } = answer;
	if (isPage(answer)) {
		return {
			headline: 'The address returned a web page instead of an API response',
			remedy:
				"Check 'Base URL' in the credential: it is the address of the service, like https://app.example.com.",
			help: 'web-page-instead-of-the-api',
		};
	}
	const reason = text === '' ? '' : `: ${text}`;
	if (typeof body === 'string' && !isBlank(body)) {
		return {
			headline: `The response is cut off or not JSON${reason}`,
			remedy: effect ? '' : LOOK_AT_PROXY,
			help: 'unreadable-response',
		};
	}
	if (!effect) {
		return { headline: 'The response is empty', remedy: LOOK_AT_PROXY, help: 'empty-response' };
	}
	return {
		headline: `The response contains no ${effect.record}${reason}`,
		remedy: '',
		help: 'no-record-in-the-response',
	};
}

/** Says that a write operation may have been carried out, and what to do next. */
export function describeDoubt({ effect, unrepeatable, deletes }: Subject): string {
	if (!effect) return '';
	const may = describePossibleEffect({ effect });
	if (unrepeatable) return `${may}, and was not sent again. ${unrepeatable.check}`;
	if (deletes) return `${may}. Run this item again: 'could not be found' means that it was.`;
	return `${may}. It is safe to run this item again.`;
}

/** Where the user entered the IDs of a request. */
function placesOf({ fields, endpoint, used }: Subject, request?: RequestWithIds): Places {
	const ofNode = request !== undefined && !request.url.includes('{account_id}');
	const { body } = request ?? {};
	const ids = idFields(fields, endpoint?.url ?? '', typeof body === 'object' ? body : {});
	const conditions = fields.filter(({ name }) => name === 'conditions');
	return {
		ids,
		account: ofNode ? "'Account ID' under 'Options'" : "'Account ID' in the credential",
		named: [...ids, ...conditions.map(({ displayName }) => `'${displayName}'`)],
		used: used ?? { baseUrl: '', tokenHeader: '' },
	};
}

/**
 * "Check 'Email'. Fill in 'Name'.", for the fields that the service named and the form has: those that were sent,
 * and those that were not.
 */
function fieldsToCheck(
	{ fields, text }: Refusal,
	operation: Subject,
	{ body }: Partial<RequestWithIds> = {},
): string {
	const known =
		fields.length === 0
			? fieldsInWords(text, operation.fields)
			: fields
					.map((field) => fieldOf(field, operation.fields))
					.filter((field) => field !== undefined);
	const sent =
		operation.effect && typeof body === 'object' ? namesIn(body).map(camelCase) : undefined;
	const isSent = ({ name }: INodeProperties) =>
		!sent || sent.includes(name) || sent.includes(name.replace(/Json$/, ''));
	const quoted = ({ displayName }: INodeProperties) => `'${displayName}'`;
	const check = known.filter(isSent).map(quoted);
	const missing = known.filter((field) => !isSent(field)).map(howToFillIn);
	return sentences(
		check.length === 0 ? '' : `Check ${check.join(' and ')}.`,
		missing.length === 0 ? '' : `${capitalized(missing.join(', and '))}.`,
	);
}

/** The names of the fields in a body that have a value, and of those inside them. */
function namesIn(body: object): string[] {
	return Object.entries(body)
		.filter(([, value]) => value !== undefined)
		.flatMap(([name, value]: [string, unknown]) => [
			name,
			...(isObject(value) ? Object.keys(value) : []),
		]);
}

/** How to fill in a field that was left blank. */
function howToFillIn({ displayName, type }: INodeProperties): string {
	if (type === 'json') return `replace {} in '${displayName}'`;
	return `${type === 'resourceLocator' ? 'choose' : 'fill in'} '${displayName}'`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
