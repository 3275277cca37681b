import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { LoadOptionsContext } from 'n8n-core';

import { caseOf } from '../../cases';
import { getContactAttributes } from '../../nodes/Contact/mapperFields';
import { searchLabels } from '../../nodes/shared/editor/pickers';
import { credentialFor, oneNode } from '../../tools/engine';
import { builtPackage } from '../../tools/engine/harness';
import { nodeTypesOf } from '../../tools/engine/package';
import { additionalData } from '../../tools/engine/run';
import { sandboxForTests } from '../sandbox/support';

const running = sandboxForTests();
const secured = sandboxForTests({ tls: true });

/** What the editor gives to the method of a list, on n8n's HTTP client. */
async function contextOf(
	node: string,
	parameters: INodeParameters,
	credential = credentialFor(running()),
): Promise<LoadOptionsContext> {
	const packages = [await builtPackage()];
	const type = `n8n-nodes-customer-conversation.${node}`;
	const file = oneNode({ type, parameters }, packages);
	const workflow = new Workflow({ ...file, active: false, nodeTypes: nodeTypesOf(...packages) });
	const data = additionalData(packages, credential);
	data.currentNodeParameters = parameters;
	return new LoadOptionsContext(workflow, workflow.getNode('Node') as INode, data, 'parameters');
}

/** What the list of labels offers in the editor. */
async function labels(baseUrl: string, requestOptions: INodeParameters): Promise<string[]> {
	const credential = credentialFor(secured(), { baseUrl });
	const context = await contextOf('label', { requestOptions }, credential);
	const { results } = await searchLabels.call(context);
	return results.map(({ name }) => name);
}

it('loads a list from a service with a self-signed certificate if the node ignores SSL issues', async () => {
	const { url } = secured();
	await expect(labels(url, {})).rejects.toThrow('certificate');
	expect(await labels(url, { allowUnauthorizedCerts: true })).toContain('vip');
});

it('loads the attributes that the example has stored, which the editor would otherwise call outdated', async () => {
	const { fields } = await getContactAttributes.call(await contextOf('contact', {}));
	const { schema } = caseOf('contactCreate').example.customAttributes as IDataObject;
	const asStored = fields.map((field) => ({ ...field, removed: expect.any(Boolean) as boolean }));
	expect(schema).toEqual(asStored);
});
