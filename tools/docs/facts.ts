import type { NamedCase } from '../../cases';
import { ROLES } from '../../cases/operationCase';
import { anchorOf, table } from './markdown';

/** What a user has to know about the operations of a node before their forms, as a Markdown table. */
export function factTable(cases: NamedCase[]): string {
	const isInChatwoot = cases.some(({ operation }) => operation.inChatwoot);
	const head = [
		'Operation',
		'In Chatwoot',
		...(isInChatwoot ? ['Who may run it'] : []),
		'If a response is lost',
	];
	const rows = cases.map((one) => [
		`[${one.operation.name}](#${anchorOf(one.operation.name)})`,
		one.operation.inChatwoot ? 'Yes' : 'No: Chatwoot answers with a 404',
		...(isInChatwoot ? [whoMayRun(one)] : []),
		afterLostResponse(one),
	]);
	return table(head, rows);
}

function whoMayRun({ onlyFor, operation }: NamedCase): string {
	if (!operation.inChatwoot) return '';
	return onlyFor ? `In Chatwoot, ${ROLES[onlyFor]}` : 'Every user of the account';
}

/** What the node does if it can't know whether the service has acted. */
function afterLostResponse({ operation, scenario }: NamedCase): string {
	const { safety, endpoint, effect } = operation;
	if (safety === 'read') return 'Retried, because it changes nothing';
	if (endpoint.method === 'DELETE')
		return `Retried. If the ${effect.record} is gone by then, the item succeeds`;
	if (safety === 'idempotent') return 'Retried, because a second request changes nothing more';
	if (scenario.healed) return `Looked up, and sent again only if there is no such ${effect.record}`;
	return `Sent once. The item fails, and its message says how to check`;
}
