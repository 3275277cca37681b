import type { INodeProperties } from 'n8n-workflow';

import { type Answer, isPage } from '../transport/answer';
import { Fault } from '../transport/fault';
import type { Endpoint } from '../transport/request';
import { type Effect, mayHaveText } from './effectText';
import { Failure } from './failure';
import { faultText } from './faultText';
import { displayNameOf, fieldOf, idNames } from './fieldNames';
import { refusalOf, type Refusal } from './refusal';
import { refusalRule } from './refusalText';
import { isBlank, isObject } from '../input/values';

/** What is known of an operation where its failures are worded. */
export interface Subject {
	fields: INodeProperties[];
	/** With an ID in it, a record is not a new one. */
	endpoint?: Endpoint;
	effect?: Effect;
	unrepeatable?: { check: string };
	/** The success of a read has a body. */
	kind?: 'read' | 'write';
	/** Whether the contract shows no body of a success. */
	noBody?: boolean;
	deletes?: boolean;
	/** Whether its requests go through a proxy that the user has set. */
	proxied?: boolean;
}

/**
 * Judges what came back.
 *
 * @returns undefined if the service did what it was asked for
 */
export function failureOf(answer: Answer | Fault, operation: Subject): Failure | undefined {
	if (answer instanceof Fault) return faultFailure(answer, operation);
	const isSuccess = answer.status >= 200 && answer.status < 300;
	const refuses = saysNo(answer.body, operation) || isReasons(answer.body, operation);
	if (isSuccess && !refuses) return unreadable(answer, operation);
	const reason = isPage(answer)
		? { text: '', fields: [] }
		: refusalOf(answer.body, (field) => displayNameOf(field, operation.fields));
	const { headline, remedy } = refusalRule(answer, reason);
	const unsure = answer.status >= 500 || leadsToRecord(answer, operation);
	const next = sentences(
		mayHave(operation, unsure) || remedy(answer, idNames(operation.fields)),
		fieldsToCheck(reason, operation),
	);
	const remedied = next || 'The service refused this item. Check its fields.';
	return new Failure(headline(reason, answer), remedied, {
		httpCode: answer.status,
		fields: reason.fields,
		unclear: unsure,
	});
}

/** A success that cannot be read: nothing here may pass as an empty list or as a record. */
function unreadable(answer: Answer, operation: Subject): Failure | undefined {
	const { body, status: httpCode } = answer;
	if (operation.noBody && isShortText(body)) return undefined;
	if (isPage(answer)) {
		return new Failure(
			'The address answered with a web page, not with the API',
			sentences(
				mayHave(operation, true),
				"Check 'Base URL' in the credential: it is the address of the service, like https://app.example.com.",
			),
			{ httpCode, unclear: true },
		);
	}
	if (isBlank(body) && operation.kind === 'read') {
		return new Failure(
			'The service answered with nothing',
			'Try again later. If it happens each time, look at the proxy in front of the service.',
			{ httpCode },
		);
	}
	if (typeof body !== 'string' || isBlank(body)) return undefined;
	return new Failure(
		'The answer of the service is cut off or not JSON',
		mayHave(operation, true) ||
			'Try again later. If it happens each time, look at the proxy in front of the service.',
		{ httpCode, unclear: true },
	);
}

/**
 * Whether an answer of status 2xx says that nothing was done: it has complaints, and is no record
 * itself. Beside what has been created they are of something else; where no record is the answer, one
 * proves nothing.
 */
function saysNo(body: unknown, operation: Subject): boolean {
	if (body === false) return true;
	if (!isObject(body)) return false;
	const { error, errors, success, ok, status, statusCode, code, payload, data } = body;
	// Beside other numbers it counts something.
	const counts = Object.values(body).some(Number);
	const says = [success, ok, operation.deletes && body.deleted];
	if (says.some((value) => isNo(value) && !(counts && value === 0))) return true;
	const isRecord = !isBlank(body.id) || (creates(operation) && holdsRecord(body));
	if (isRecord && !operation.noBody) return false;
	const failed = [status, statusCode, code].some((value) => FAILED.test(String(value)));
	return failed || isComplaint(error) || isComplaint(errors) || saysNo(payload ?? data, operation);
}

const FAILED = /^(?:error|fail|false$|[45]\d\d$)/i;

/** Some servers write a no as a text or as a number. */
function isNo(value: unknown): boolean {
	return value !== undefined && /^(?:false|0|no)$/i.test(String(value));
}

/** Whether a redirect leads to what the request may have made, and not only to another address of it. */
function leadsToRecord({ status, headers }: Answer, operation: Subject): boolean {
	if (status === 303) return true;
	return status < 400 && creates(operation) && /\/api\/.*\/\d+\/?$/.test(String(headers.location));
}

function creates({ endpoint, kind }: Subject): boolean {
	return kind !== 'read' && !endpoint?.url.includes('{id}');
}

/** Whether a record is in a body, or a list of some, whatever it is wrapped in. */
function holdsRecord(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (!isObject(value)) return false;
	return !isBlank(value.id) || [value.payload, value.data, value.contact].some(holdsRecord);
}

/** Texts alone are the reasons of a refusal (contract, section 7), unless a list was asked for. */
function isReasons(body: unknown, { kind }: Subject): boolean {
	if (kind === 'read' || !Array.isArray(body) || body.length === 0) return false;
	return (body as unknown[]).every((entry) => typeof entry === 'string' && !isBlank(entry));
}

function isComplaint(value: unknown): boolean {
	if (typeof value !== 'object')
		return value === true || (typeof value === 'string' && !isBlank(value));
	return Object.values(value ?? {}).some((each) => isComplaint(each) || Number(each) > 0);
}

/** A word or two such as `OK` or `queued`, whatever they are announced as: no page, no cut JSON. */
function isShortText(body: unknown): boolean {
	return typeof body === 'string' && body.length <= 100 && !/^\s*[<[{"]/.test(body);
}

function faultFailure(fault: Fault, operation: Subject): Failure {
	const { headline, remedy } = faultText(fault, operation.proxied);
	return new Failure(headline, mayHave(operation, fault.sent) || remedy, { unclear: fault.sent });
}

/** Where sending twice does harm: that it may have happened, and how to find out. */
function mayHave({ effect, unrepeatable, deletes }: Subject, sent: boolean): string {
	if (!sent) return '';
	if (deletes) return 'It may have been deleted: if it is not found when you try again, it was.';
	if (!effect || !unrepeatable) return '';
	return `${mayHaveText({ effect })}, and was not sent again. ${unrepeatable.check}`;
}

function fieldsToCheck({ fields }: Refusal, operation: Subject): string {
	const known = fields.map((field) => fieldOf(field, operation.fields)?.displayName);
	const names = known.filter((name) => name !== undefined).map((name) => `'${name}'`);
	return names.length === 0 ? '' : `Check ${names.join(' and ')}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
