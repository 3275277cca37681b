import type { IDataObject } from 'n8n-workflow';

import { type NodeRun, type NodeResult, runNode, type Target } from '../../tools/engine/harness';
import { MARK, server } from './service';

/** Runs an operation on the server that the environment names. */
export async function run(
	node: string,
	operation: string,
	parameters: IDataObject,
	more: Partial<NodeRun & { target: Target }> = {},
): Promise<NodeResult> {
	const { target = server, ...settings } = more;
	return await runNode(target, { node, parameters: { operation, ...parameters }, ...settings });
}

/** The items of a run that must succeed. */
export async function itemsOf(...how: Parameters<typeof run>): Promise<IDataObject[]> {
	const { error, main } = await run(...how);
	expect(error?.message).toBeUndefined();
	return main.map(({ json }) => json);
}

let people = 0;

/** A person that no contact has yet. */
export function person() {
	people += 1;
	const key = `${MARK}-${people}`;
	const phoneNumber = `+1555${String(Date.now() % 10_000).padStart(4, '0')}${String(people).padStart(3, '0')}`;
	return { name: key, email: `${key}@example.com`, phoneNumber, identifier: key };
}

/** The parameters of Create. */
export function toCreate({
	identifier,
	...fields
}: Partial<ReturnType<typeof person>>): IDataObject {
	return { ...fields, additionalFields: { ...(identifier && { identifier }) } };
}
