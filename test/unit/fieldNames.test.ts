import { caseOf } from '../../cases';
import { findDisplayName } from '../../nodes/shared/failure/fieldNames';

it.each([
	['phone_number', 'Phone Number'],
	['avatar_url', 'Avatar URL'],
	['inbox', 'Inbox'],
	['inbox_id', 'Inbox'],
	['contact.email', 'Email'],
	['/contact/phoneNumber', 'Phone Number'],
	['Phone number', 'Phone Number'],
	['additional_attributes.city', 'City'],
	['additional_attributes[description]', 'Description'],
	['additional_attributes[twitter]', 'Additional Attributes (JSON)'],
	['contacts.0.name', 'Name'],
	['custom_attributes.plan', 'Custom Attributes'],
	['custom_attributes.email', 'Custom Attributes'],
	['contact.nick_name', 'Nick Name'],
	['_never__seen', 'Never Seen'],
	['source_id', 'Source ID'],
])('calls the field %s as the user sees it: %s', (field, name) => {
	expect(findDisplayName(field, caseOf('contactCreate').operation.fields)).toBe(name);
});
