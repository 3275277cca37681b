import { caseOf } from '../../cases';
import { findDisplayName } from '../../nodes/shared/failure/fieldNames';

it.each([
	['phone_number', 'Phone Number'],
	['avatar_url', 'Avatar URL'],
	['inbox', 'Inbox'],
	['inbox_id', 'Inbox'],
	['custom_attributes.plan', 'Custom Attributes'],
	['_never__seen', 'Never Seen'],
	['source_id', 'Source ID'],
])('calls the field %s as the user sees it: %s', (field, name) => {
	expect(findDisplayName(field, caseOf('contactCreate').operation.fields)).toBe(name);
});
