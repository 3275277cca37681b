import type { INodeProperties } from 'n8n-workflow';

import { isBlank } from '../input/values';
import { type Answer, isPage } from '../transport/answer';
import { Fault } from '../transport/fault';
import type { Endpoint, Request } from '../transport/request';
import { mayHaveText } from './effectText';
import { Failure } from './failure';
import { faultText } from './faultText';
import { displayNameOf, fieldOf, idFields } from './fieldNames';
import type { HelpTopic } from './helpTopics';
import { type Expectation, judge } from './judge';
import { NO_WORDS, type Refusal, refusalOf } from './refusal';
import { NOT_CONNECTED, type Places, refusalText } from './refusalText';

/** What is known of an operation where its failures are worded. */
export interface Subject extends Expectation {
	fields: INodeProperties[];
	endpoint?: Endpoint;
	/** Set if sending twice does harm: how to find out whether it was carried out. */
	unrepeatable?: { check: string };
	deletes?: boolean;
	/** Whether its requests go through a proxy that the user has set. */
	proxied?: boolean;
}

/** The request that was answered: it says where to look for a wrong ID. */
type Sent = Pick<Request, 'url' | 'body'>;

/**
 * Judges what came back.
 *
 * @param sent left out where no field of a form stands for the request
 * @returns undefined if the service did what it was asked for
 */
export function failureOf(
	answer: Answer | Fault,
	operation: Subject,
	sent?: Sent,
): Failure | undefined {
	if (answer instanceof Fault) return faultFailure(answer, operation);
	const judgement = judge(answer, operation);
	if (judgement === 'success') return undefined;
	const refusal = isPage(answer)
		? NO_WORDS
		: refusalOf(answer.body, (field) => displayNameOf(field, operation.fields));
	return judgement === 'refusal'
		? refusalFailure(answer, refusal, operation, sent)
		: unclearFailure(answer, refusal, operation);
}

function faultFailure(fault: Fault, operation: Subject): Failure {
	const { headline, remedy, help } = faultText(fault, operation.proxied);
	const unclear = fault.mayHaveArrived;
	return new Failure(headline, (unclear && mayHave(operation)) || remedy, { unclear, help });
}

function refusalFailure(
	answer: Answer,
	refusal: Refusal,
	operation: Subject,
	sent?: Sent,
): Failure {
	const { headline, remedy, help } = refusalText(answer, refusal, placesOf(operation, sent));
	const unclear = mayHaveActed(answer, operation);
	const description = sentences(
		(unclear && mayHave(operation)) || remedy,
		fieldsToCheck(refusal, operation),
		/\be\.?164\b/i.test(refusal.text) ? E164 : '',
	);
	const { status: httpCode } = answer;
	return new Failure(headline, description, { httpCode, fields: refusal.fields, unclear, help });
}

const E164 = 'E.164 is a plus sign, the country code and the number, without spaces: +15551234567.';

/** Whether a refused request may have been carried out all the same. */
function mayHaveActed(answer: Answer, operation: Subject): boolean {
	if (answer.status >= 500) return !NOT_CONNECTED.includes(answer.status);
	return leadsToRecord(answer, operation);
}

/** Whether a redirect leads to what the request may have made, and not only to another address of it. */
function leadsToRecord({ status, headers }: Answer, { effect, endpoint }: Subject): boolean {
	if (status === 303) return true;
	const creates = effect !== undefined && !endpoint?.url.includes('{id}');
	return creates && status < 400 && /\/api\/.*\/\d+\/?$/.test(String(headers.location));
}

/** A status of 2xx with a body that proves nothing: it must not pass as a record or an empty list. */
function unclearFailure(answer: Answer, refusal: Refusal, operation: Subject): Failure {
	const { body, status: httpCode } = answer;
	const { headline, remedy, help } = unclearText(answer, refusal, operation);
	const description = sentences(mayHave(operation), remedy, fieldsToCheck(refusal, operation));
	const unclear = typeof body === 'string' || operation.effect !== undefined;
	return new Failure(headline, description, { httpCode, fields: refusal.fields, unclear, help });
}

interface Text {
	headline: string;
	remedy: string;
	help: HelpTopic;
}

const LOOK_AT_PROXY =
	'Try again later. If it happens each time, look at the proxy in front of the service.';

function unclearText(answer: Answer, { text }: Refusal, { effect, noBody }: Subject): Text {
	const { body } = answer;
	if (isPage(answer)) {
		return {
			headline: 'The address returned a web page instead of an API response',
			remedy:
				"Check 'Base URL' in the credential: it is the address of the service, like https://app.example.com.",
			help: 'web-page-instead-of-the-api',
		};
	}
	if (typeof body === 'string' && !isBlank(body) && !(effect && isShortText(body))) {
		return {
			headline: 'The response is cut off or not JSON',
			remedy: effect ? '' : LOOK_AT_PROXY,
			help: 'unreadable-response',
		};
	}
	if (!effect) {
		return { headline: 'The response is empty', remedy: LOOK_AT_PROXY, help: 'empty-response' };
	}
	const { record, done } = effect;
	const said = text === '' ? '' : `: ${text}`;
	return {
		headline: noBody
			? `The service did not confirm that the ${record} was ${done}${said}`
			: `The response contains no ${record}${said}`,
		remedy: '',
		help: 'no-record-in-the-response',
	};
}

/** A few words, neither a page nor JSON that is cut off. */
function isShortText(text: string): boolean {
	return text.length <= 100 && !/^\s*[<[{"]/.test(text);
}

/** That an operation that changes data may have been carried out, and what to do next. */
function mayHave({ effect, unrepeatable, deletes }: Subject): string {
	if (!effect) return '';
	const may = mayHaveText({ effect });
	if (unrepeatable) return `${may}, and was not sent again. ${unrepeatable.check}`;
	if (deletes) return `${may}. If it is not found when you run this item again, it was.`;
	return `${may}. It is safe to run this item again.`;
}

/** Where the user finds the IDs that a request had. */
function placesOf({ fields, endpoint }: Subject, sent?: Sent): Places {
	const ofNode = sent !== undefined && !sent.url.includes('{account_id}');
	return {
		ids: idFields(fields, endpoint?.url ?? '', typeof sent?.body === 'object' ? sent.body : {}),
		account: ofNode ? "'Account ID' under 'Options'" : "'Account ID' in the credential",
	};
}

function fieldsToCheck({ fields }: Refusal, operation: Subject): string {
	const known = fields.map((field) => fieldOf(field, operation.fields)?.displayName);
	const names = known.filter((name) => name !== undefined).map((name) => `'${name}'`);
	return names.length === 0 ? '' : `Check ${names.join(' and ')}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
