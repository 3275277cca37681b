import { describeUnclear } from '../../nodes/shared/failure/verdict';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import type { Operation } from '../../nodes/shared/operation';
import { deleteAgentBot } from '../../nodes/AgentBot/operations/delete';
import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { createMessagingFlow } from '../../nodes/MessagingFlow/operations/create';
import { getByTemplate } from '../../nodes/OutboundReport/operations/getByTemplate';
import { response, fault, PAGE } from '../fixtures/responses';

const WITH_RECORD: Operation[] = [
	createContact,
	createMessagingFlow,
	rescheduleAppointment,
	completeAppointment,
	updateAutomationRule,
];
const WITHOUT_BODY: Operation[] = [deleteLabel, deleteAgentBot, pushToPartner];
const READS: Operation[] = [searchContacts, getByTemplate];

describe('a status of 2xx', () => {
	it.each([
		[{ error: 'Plan limit reached' }, pushToPartner, 'Plan limit reached', ''],
		[{ pushed: false, reason: 'Not connected' }, pushToPartner, 'Not connected', ''],
		[
			{ success: false },
			deleteLabel,
			'The service rejected the request without giving a reason',
			'Check the values of this item.',
		],
	])('that refuses by %j has the words of the service', (body, operation, words, description) => {
		expect(checkResponse(response(200, body), operation)).toMatchObject({
			message: words,
			description,
			httpCode: 200,
		});
	});

	it.each<[unknown, Operation, headline: string, advice: string]>([
		[
			{ message: 'Email is invalid', attributes: ['email'] },
			createContact,
			'The response contains no contact: Email is invalid',
			"Check 'Email'.",
		],
		[
			[],
			updateAutomationRule,
			'The response contains no automation rule',
			'If it happens each time, this service does not follow the documented API.',
		],
		[
			'{"id',
			createMessagingFlow,
			'The response is empty, cut off or not JSON',
			'If it happens each time, look at the proxy in front of the service.',
		],
		[
			PAGE,
			pushToPartner,
			'The address returned a web page',
			"Check 'Base URL' in the credential: it is an address like https://app.example.com.",
		],
		[
			'',
			searchContacts,
			'The response is empty, cut off or not JSON',
			'If it happens each time, look at the proxy in front of the service.',
		],
	])(
		'that confirms nothing by %j says what to do, and that the request may have been carried out',
		(body, operation, message, advice) => {
			const failure = checkResponse(response(200, body), operation);
			expect(failure).toMatchObject({
				message,
				unclear: true,
			});
			expect([failure?.description, ...(failure?.general ?? [])]).toContain(advice);
		},
	);
});

it.each([
	...[303, 500, 504].map((status) => [`a ${status}`, response(status), true] as const),
	...[302, 400, 429].map((status) => [`a ${status}`, response(status), false] as const),
	['ECONNRESET', fault('ECONNRESET'), true] as const,
	['ECONNREFUSED', fault('ECONNREFUSED'), false] as const,
])(
	'says after %s that the request may have been carried out, if it changes data',
	(_what, outcome, said) => {
		const mayHave = (operation: Operation) =>
			checkResponse(outcome, operation)?.unclear === true && describeUnclear(operation) !== '';
		const changing = [...WITH_RECORD, ...WITHOUT_BODY].map(mayHave);
		expect([...new Set(changing)]).toEqual([said]);
		expect(READS.some(mayHave)).toBe(false);
	},
);
