import fc from 'fast-check';

import { fillPath } from '../../nodes/shared/transport/request';

const TEMPLATE = '/api/v1/accounts/{account_id}/labels/{id}';
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

it('fills in each ID and changes nothing else', () => {
	fc.assert(
		fc.property(id, id, (account_id, label) => {
			expect(fillPath(TEMPLATE, { account_id, id: label })).toBe(
				`/api/v1/accounts/${account_id}/labels/${label}`,
			);
		}),
	);
});

it('leaves the account to the credential if the node has none', () => {
	expect(fillPath(TEMPLATE, { id: 7 })).toBe('/api/v1/accounts/{account_id}/labels/7');
});

it('refuses an endpoint with a placeholder that has no value', () => {
	expect(() => fillPath(TEMPLATE, { account_id: 1 })).toThrow('has no value for {id}');
});
