import { inboxField } from '../../nodes/shared/form/locators';

const { extractValue } = inboxField('Inbox').modes?.find(({ name }) => name === 'url') ?? {};

it.each([
	['https://chat.example.com/app/accounts/1/settings/inboxes/7', '7'],
	['https://chat.example.com/app/accounts/1/inbox/12?page=2', '12'],
	['https://chat.example.com/app/accounts/1/settings/inboxes/7abc', undefined],
	['https://chat.example.com/app/accounts/1/settings/inboxes/list', undefined],
])('reads from the address %s the inbox %s', (address, id) => {
	expect(new RegExp(String(extractValue?.regex)).exec(address)?.[1]).toBe(id);
});
