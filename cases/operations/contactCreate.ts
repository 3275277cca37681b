import { CONTACT_FIELDS } from '../../nodes/Contact/contact';
import { createContact } from '../../nodes/Contact/operations/create';
import { byId, mapped, WITH_PHOTO, type OperationCase } from '../operationCase';
import { SIMPLE_CONTACT } from '../simpleContact';

const API = 'Channel::Api';
const URL = '/api/v1/accounts/27/contacts';

/** All custom attributes of contacts on the mock server: with fewer, the editor says that its list is outdated. */
const ATTRIBUTES = {
	birthday: 'dateTime',
	company: 'string',
	discount: 'number',
	newsletter: 'boolean',
	notes: 'string',
	plan: ['free', 'starter', 'gold', 'enterprise'],
	revenue: 'number',
	score: 'number',
	signed_up_at: 'dateTime',
	source: 'string',
	tags: 'string',
	tier: ['bronze', 'silver', 'gold'],
	vip: 'boolean',
	website: 'string',
};

export const operationCase: OperationCase = {
	node: 'contact',
	operation: createContact,
	exchanges: [
		{
			title: 'with a name',
			parameters: { name: 'Ada' },
			sends: { url: URL, body: { name: 'Ada' } },
			gives: () => [
				{
					id: 43,
					name: 'Ada',
					email: null,
					phone_number: null,
					identifier: null,
					blocked: false,
					company_name: null,
					city: null,
					country: null,
					country_code: null,
					custom_attributes: {},
					created_at: '2026-03-02T09:00:00.000Z',
					last_activity_at: null,
					created: true,
				},
			],
		},
		{
			title: 'with every field',
			parameters: {
				inboxId: { __rl: true, mode: 'list', value: '4', cachedResultName: 'API' },
				name: 'Ada Byron',
				email: 'ada@new.example',
				phoneNumber: '+15551234567',
				simplify: false,
				customAttributes: mapped({ score: '7', vip: true }, { score: 'number', vip: 'boolean' }),
				additionalFields: {
					customAttributesJson: '{"plan": "gold", "score": 1, "tags": ["a", "b"]}',
					additionalAttributesJson: { country_code: 'DE', description: 'No', source: 'fair' },
					city: 'Paris',
					companyName: 'Example Ltd',
					country: 'France',
					countryCode: 'FR',
					description: 'Met at the fair',
					avatarUrl: 'https://images.example.com/ada.png',
					blocked: true,
					identifier: 'customer-1',
				},
			},
			sends: {
				url: URL,
				body: {
					inbox_id: 4,
					name: 'Ada Byron',
					email: 'ada@new.example',
					blocked: true,
					phone_number: '+15551234567',
					avatar_url: 'https://images.example.com/ada.png',
					identifier: 'customer-1',
					additional_attributes: {
						city: 'Paris',
						country: 'France',
						country_code: 'FR',
						company_name: 'Example Ltd',
						description: 'Met at the fair',
						source: 'fair',
					},
					custom_attributes: { plan: 'gold', score: 7, tags: ['a', 'b'], vip: true },
				},
			},
			// The service returns the inbox with its secrets, which must not reach an item.
			gives: () => [
				expect.objectContaining({
					id: 43,
					email: 'ada@new.example',
					blocked: true,
					additional_attributes: {
						city: 'Paris',
						country: 'France',
						country_code: 'FR',
						company_name: 'Example Ltd',
						description: 'Met at the fair',
						source: 'fair',
					},
					custom_attributes: { plan: 'gold', score: 7, vip: true, tags: ['a', 'b'] },
					source_id: expect.any(String),
					contact_inboxes: [
						{
							source_id: expect.any(String),
							inbox: {
								id: 4,
								name: 'API',
								avatar_url: '',
								channel_id: 14,
								channel_type: API,
								provider: null,
							},
						},
					],
				}),
			],
		},
		{
			title: 'with an avatar as text',
			parameters: { additionalFields: { avatar: 'data:image/png;base64,AAAA' } },
			sends: { url: URL, body: { avatar: 'data:image/png;base64,AAAA' } },
		},
		{
			title: 'with an avatar file, as form data',
			parameters: {
				inboxId: byId('4'),
				name: 'Ada',
				email: 'ada.photo@example.com',
				simplify: false,
				additionalFields: {
					avatarBinaryField: 'photo',
					blocked: true,
					customAttributesJson: '{"plan": "gold", "tags": ["a", "b"]}',
				},
				onDuplicate: 'continue',
			},
			item: WITH_PHOTO,
			sends: {
				url: URL,
				body: {
					name: 'Ada',
					email: 'ada.photo@example.com',
					inbox_id: 4,
					blocked: true,
					custom_attributes: { plan: 'gold', tags: ['a', 'b'] },
				},
				files: [
					{
						field: 'avatar',
						filename: 'ada.png',
						type: 'image/png',
						size: 8,
						sha256: 'a5df3fde7b200c3fa2791144c7e05c5c2bced4c6ad863d3a4cf76c972c1712f9',
					},
				],
			},
			gives: () => [expect.objectContaining({ name: 'Ada', blocked: true })],
		},
	],
	output: {
		...SIMPLE_CONTACT,
		only: [...CONTACT_FIELDS, 'created', 'source_id'],
		also: { ...SIMPLE_CONTACT.also, created: { type: 'boolean' }, source_id: { type: 'string' } },
	},
	example: {
		inboxId: byId(1),
		name: 'Ann Lee',
		email: 'ann.lee@example.com',
		phoneNumber: '+15551234567',
		customAttributes: mapped({ plan: 'gold' }, ATTRIBUTES),
		additionalFields: {
			identifier: 'customer-1042',
			city: 'Paris',
			companyName: 'Example Ltd',
			country: 'France',
			countryCode: 'FR',
		},
	},
	surprises: [
		'If the Contact Exists is Fail by default. With Return It Unchanged, a contact that exists keeps its values, and comes back with `created` false.',
		'If you set a value in its field and in JSON, the field wins.',
		'The service downloads the image of Avatar URL later. Up to version 4.16, Chatwoot may lose it. With Avatar File Field, numbers and true/false of custom attributes arrive as text.',
		"Chatwoot 4.15, and a newer one with its paid feature for companies, gives contacts of a company's email domain one Company Name: that of the first contact, or if it has none, a name made of the domain.",
	],
	failures: [
		{
			cause: 'A contact has this email, and **If the Contact Exists** is Fail',
			parameters: { email: 'dmitri.eriksen.1@example.com' },
		},
		{
			cause: 'The phone number has no country code',
			parameters: { phoneNumber: '030 1234567' },
		},
		{
			cause: 'The row is empty, or a column is misspelled',
			parameters: {
				name: '={{ $json.name }}',
				email: '={{ $json.email }}',
				phoneNumber: '',
				additionalFields: {},
			},
		},
	],
	scenario: {
		parameters: { name: '={{ $json.name }}', email: '={{ $json.email }}' },
		items: [
			{ name: 'Ada', email: 'ada@new.example' },
			{ name: 'Bob', email: 'bob@new.example' },
			{ name: 'Cleo', email: 'cleo@new.example' },
		],
	},
};
