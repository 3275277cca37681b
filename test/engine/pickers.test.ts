import type { INode, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { LoadOptionsContext } from 'n8n-core';

import { searchLabels } from '../../nodes/shared/form/pickers';
import { credentialFor, oneNode } from '../../tools/engine';
import { builtPackage } from '../../tools/engine/harness';
import { nodeTypesOf } from '../../tools/engine/package';
import { additionalData } from '../../tools/engine/run';
import { sandboxForTests } from '../sandbox/support';

const secured = sandboxForTests({ tls: true });

/** What the list of labels offers in the editor, on n8n's HTTP client. */
async function labels(baseUrl: string, requestOptions: INodeParameters): Promise<string[]> {
	const packages = [await builtPackage()];
	const type = 'n8n-nodes-customer-conversation.label';
	const file = oneNode({ type, parameters: { requestOptions } }, packages);
	const workflow = new Workflow({ ...file, active: false, nodeTypes: nodeTypesOf(...packages) });
	const data = additionalData(packages, credentialFor(secured(), { baseUrl }));
	data.currentNodeParameters = { requestOptions };
	const node = workflow.getNode('Node') as INode;
	const context = new LoadOptionsContext(workflow, node, data, 'parameters.labelId');
	const { results } = await searchLabels.call(context);
	return results.map(({ name }) => name);
}

it('loads a list from a service with a self-signed certificate if the node ignores SSL issues', async () => {
	const { url } = secured();
	await expect(labels(url, {})).rejects.toThrow('certificate');
	expect(await labels(url, { allowUnauthorizedCerts: true })).toContain('vip');
});
