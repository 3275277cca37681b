import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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

it('loads a list through the proxy of the node, within its timeout', async () => {
	const asked: string[] = [];
	const proxy = createServer(({ url = '' }, response) => {
		asked.push(url);
		if (asked.length === 1) response.end('[{"id": 1, "title": "vip"}]');
		if (asked.length < 3) return;
		// The third response arrives in drops.
		const drops = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(drops));
	}).listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const { port } = proxy.address() as AddressInfo;
	const through = { proxy: `http://127.0.0.1:${port}` };
	expect(await labels('http://service.invalid', through)).toEqual(['vip']);
	expect(asked).toEqual(['http://service.invalid/api/v1/accounts/1/labels']);
	for (let late = 0; late < 2; late++) {
		const impatient = { ...through, timeout: 50 };
		await expect(labels('http://service.invalid', impatient)).rejects.toThrow(
			'did not respond in time',
		);
	}
	proxy.closeAllConnections();
	proxy.close();
});

it.each(['my proxy', '={{ $json.proxy }}'])(
	'asks for no list if the proxy is %s',
	async (proxy) => {
		const failed = labels(secured().url, { proxy, allowUnauthorizedCerts: true });
		await expect(failed).rejects.toThrow("'Proxy' isn't an address");
		expect(secured().counts.total).toBe(0);
	},
);
