import type { INodeProperties } from 'n8n-workflow';

import { type Answer, isEmpty, isPage } from '../transport/answer';
import { Fault } from '../transport/fault';
import { Failure } from './failure';
import { faultText } from './faultText';
import { displayNameOf, fieldOf } from './fieldNames';
import { reasonOf, type Reason } from './reason';
import { refusalRule } from './refusal';

/** What is known of an operation where its failures are worded. */
interface Subject {
	fields: INodeProperties[];
	unrepeatable?: { mayHave: string; check: string };
}

/**
 * Judges what came back.
 *
 * @returns undefined if the service did what it was asked for
 */
export function failureOf(answer: Answer | Fault, operation: Subject): Failure | undefined {
	if (answer instanceof Fault) return faultFailure(answer, operation);
	if (answer.status >= 200 && answer.status < 300) return unreadable(answer, operation);
	const reason = isPage(answer)
		? { text: '', fields: [] }
		: reasonOf(answer.body, (field) => displayNameOf(field, operation.fields));
	const { headline, remedy } = refusalRule(answer, reason);
	const next = sentences(
		mayHave(operation, answer.status >= 500) || remedy(answer),
		fieldsToCheck(reason, operation),
	);
	return new Failure(
		headline(reason, answer),
		next || 'Correct the item as the message says, and run it again.',
		answer.status,
		reason.fields,
	);
}

/** A success that cannot be read: nothing here may pass as an empty list or as a record. */
function unreadable(answer: Answer, operation: Subject): Failure | undefined {
	const { body, status: code } = answer;
	if (isPage(answer)) {
		return new Failure(
			'The address answered with a web page, not with the API',
			"Check 'Base URL' in the credential: it is scheme and host only, like https://app.example.com.",
			code,
		);
	}
	if (typeof body === 'string' && !isEmpty(body)) {
		return new Failure(
			'The answer of the service is cut off or not JSON',
			mayHave(operation, true) ||
				'Try again. If it happens each time, look at the proxy in front of the service.',
			code,
		);
	}
	if (isEmpty(body) && !operation.unrepeatable) {
		return new Failure(
			'The service answered with nothing',
			'Try again later. If it happens each time, look at the proxy in front of the service.',
			code,
		);
	}
	return undefined;
}

function faultFailure(fault: Fault, operation: Subject): Failure {
	const { headline, remedy } = faultText(fault);
	return new Failure(headline, mayHave(operation, fault.sent) || remedy);
}

/** Where sending twice does harm: that it may have happened, and how to find out. */
function mayHave({ unrepeatable }: Subject, sent: boolean): string {
	if (!unrepeatable || !sent) return '';
	return `${unrepeatable.mayHave}, so it was not sent again. ${unrepeatable.check}`;
}

function fieldsToCheck({ fields }: Reason, operation: Subject): string {
	const known = fields.map((field) => fieldOf(field, operation.fields)?.displayName);
	const names = known.filter((name) => name !== undefined).map((name) => `'${name}'`);
	return names.length === 0 ? '' : `Check ${names.join(' and ')}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
