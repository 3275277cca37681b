import type { IDataObject } from 'n8n-workflow';

import { recordItem } from '../../shared/response/records';
import { notice, textField, titled } from '../../shared/form/fields';
import { inboxField } from '../../shared/form/locators';
import type { Operation } from '../../shared/operation';
import { choiceOrOther } from '../../shared/input/keys';
import { commaList } from '../../shared/input/rows';
import { uri } from '../../shared/input/addresses';
import { atLeastOne, text } from '../../shared/input/checks';
import { jsonObject } from '../../shared/input/json';
import { recordId } from '../../shared/input/recordId';

/** The categories of WhatsApp. Services may have others. */
const CATEGORIES = titled(
	'APPOINTMENT_BOOKING',
	'CONTACT_US',
	'CUSTOMER_SUPPORT',
	'LEAD_GENERATION',
	'OTHER',
	'SIGN_IN',
	'SIGN_UP',
	'SURVEY',
);

const REQUIREMENTS = "Fill in 'Name' and 'Inbox'. Some services also need 'Flow JSON'.";

/** Create a messaging flow (contract, 4.3b). */
export const createMessagingFlow: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create messaging flow',
	description: 'Create a new messaging flow as a draft',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/messaging_flows' },
	inChatwoot: false,
	fields: [
		notice('requirementsNotice', REQUIREMENTS),
		textField('Name', 'name', 'Name of the flow, as agents see it', 'Appointment booking'),
		inboxField('Inbox to add the flow to'),
		textField(
			'Endpoint URI',
			'endpointUri',
			'Address that the flow exchanges data with',
			'https://flows.example.com/booking',
		),
		{
			displayName: 'Flow JSON',
			name: 'flowJson',
			type: 'json',
			typeOptions: { rows: 4 },
			// The editor shows an error for an empty JSON field.
			default: '{}',
			description:
				"Definition of the flow as a JSON object, from your provider's flow editor. With {}, none is sent.",
			hint: `The API documents no flow. Try {"version": "7.0", "screens": []}.`,
		},
		{
			displayName: 'Categories',
			name: 'categories',
			type: 'multiOptions',
			default: [],
			options: CATEGORIES,
			description: 'Categories of the flow',
		},
	],
	request: (read) => ({
		body: atLeastOne(
			{
				name: read('name', text),
				inbox_id: read('inboxId', recordId('inbox')),
				endpoint_uri: read('endpointUri', uri),
				flow_json: read('flowJson', flowDefinition),
				categories: read('categories', commaList(choiceOrOther(CATEGORIES))),
			},
			REQUIREMENTS,
		),
	}),
	records: (body) => [recordItem(body, 'messaging flow', { created: true })],
	effect: { record: 'messaging flow', done: 'created' },
	safety: 'once',
	checkFirst: 'Look for its name in the service before you run this item again.',
};

/** Reads a flow definition. An empty object, the default of the form, counts as empty. */
function flowDefinition(value: unknown): IDataObject | undefined {
	const flow = jsonObject(value);
	return flow && Object.keys(flow).length > 0 ? flow : undefined;
}
