import type { NamedCase } from '../../cases';
import { ROLES } from '../../cases/operationCase';
import { anchorOf, table } from './markdown';

const VERSIONS = '[Yes](../compatibility.md#chatwoot-by-version)';
const SERVICES = '[No](../compatibility.md#a-service-with-all-operations)';

/** What a user has to know about the operations of a node before their forms, as a Markdown table. */
export function factTable(cases: NamedCase[]): string {
	const isInChatwoot = cases.some(({ operation }) => operation.inChatwoot);
	const head = [
		'Operation',
		'In Chatwoot',
		...(isInChatwoot ? ['Who may run it'] : []),
		'[If a response is lost](../reliability.md#a-response-is-lost)',
	];
	const rows = cases.map((one) => [
		`[${one.operation.name}](#${anchorOf(one.operation.name)})`,
		one.operation.inChatwoot ? VERSIONS : SERVICES,
		...(isInChatwoot ? [whoMayRun(one)] : []),
		afterLostResponse(one),
	]);
	return table(head, rows);
}

function whoMayRun({ onlyFor, operation }: NamedCase): string {
	if (!operation.inChatwoot) return '';
	return onlyFor
		? `[${ROLES[onlyFor]}](../troubleshooting.md#not-allowed)`
		: 'Every user of the account';
}

/** What the node does if it can't know whether the service has acted. */
export function afterLostResponse({ operation: { safety, endpoint, effect } }: NamedCase): string {
	if (safety === 'lookUp')
		return `Looked up, and sent again only if there is no such ${effect.record}`;
	if (safety === 'once') return 'Sent once. The item fails, and says how to check';
	return endpoint.method === 'DELETE'
		? `Retried. If the ${effect?.record} is gone by then, the item succeeds`
		: 'Retried';
}
