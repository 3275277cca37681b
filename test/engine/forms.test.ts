import type { IDataObject } from 'n8n-workflow';

import { sandboxForTests } from '../sandbox/support';
import { runNode } from './harness';

const running = sandboxForTests();

function reschedule(notes: unknown): IDataObject {
	return {
		operation: 'reschedule',
		appointmentId: '2',
		appointmentAt: '2027-03-01T10:00:00Z',
		additionalFields: { notes } as IDataObject,
	};
}

it.each([
	['left empty', '', ''],
	['an expression that gives an empty text', '={{ $json.empty }}', ''],
	['an expression that gives null', '={{ $json.none }}', undefined],
	['an expression that gives nothing', '={{ $json.missing }}', undefined],
])('an added text clears or is left out: %s', async (_how, notes, sent) => {
	const { requests, error } = await runNode(running(), {
		node: 'appointment',
		parameters: reschedule(notes),
		items: [{ empty: '', none: null }],
	});
	expect(error).toBeUndefined();
	expect((requests[0].body as IDataObject).notes).toBe(sent);
});

const FLOW = { operation: 'create', name: 'Booking' };

type Refused = [what: string, node: string, parameters: IDataObject, says: string];

it.each<Refused>([
	[
		'a flow with nothing filled in',
		'messagingFlow',
		{ operation: 'create' },
		"Nothing is filled in. Fill in at least one of these: 'Name', 'Inbox', 'Endpoint URI', 'Flow JSON', 'Categories'.",
	],
	[
		'a number that JavaScript would change',
		'messagingFlow',
		{ ...FLOW, flowJson: '{"screens": [{"id": 12345678901234567890}]}' },
		"'Flow JSON' holds a number that cannot be kept exactly: 12345678901234567890. Write it as text, in quotes",
	],
	[
		'a list in place of a time',
		'appointment',
		{ ...reschedule('x'), appointmentAt: '={{ ["03.04.2027"] }}' },
		"'New Time' must be a time like 2026-03-29T09:30:00, but is a list",
	],
	...['many', '0', -3, 1.5, '={{ [4] }}'].map(
		(most): Refused => [
			`${most} requests at once`,
			'integration',
			{ options: { maxConcurrentRequests: most } },
			"'Max Concurrent Requests' must be a whole number above 0, but is ",
		],
	),
	...['many', -1, 0.5, '={{ {} }}'].map(
		(often): Refused => [
			`${often} retries`,
			'integration',
			{ options: { maxRetries: often } },
			"'Max Retries' must be a whole number, 0 or more, but is ",
		],
	),
	[
		'a preview whose expression gives nothing',
		'appointment',
		{ ...reschedule('x'), options: { previewOnly: '={{ $json.missing }}' } },
		"'Preview Only' holds an expression that gives nothing",
	],
	[
		'an account whose expression gives nothing',
		'label',
		{
			operation: 'delete',
			labelId: { __rl: true, mode: 'id', value: '7' },
			options: { accountId: '={{ $json.missing }}' },
		},
		"'Account ID' holds an expression that gives nothing",
	],
])('refuses %s before any request', async (_what, node, parameters, says) => {
	const { error, requests } = await runNode(running(), { node, parameters });
	expect(error?.message).toContain(says);
	expect(requests).toEqual([]);
});
