import { credentialType } from '../../../tools/editor/examples';
import { startSandbox } from '../../../tools/sandbox';
import type { Stage } from '../stage/stage';

/**
 * Works on a stage whose mock server has the records of the last days: the examples read them, and n8n's clock can't be
 * set.
 */
export async function withTodaysService(
	stage: Stage,
	work: (today: Stage) => Promise<void>,
): Promise<void> {
	const sandbox = await startSandbox({ now: Date.now });
	const credential = await stage.session.saveCredential({
		name: "Today's service",
		type: credentialType,
		data: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId: '1' },
	});
	await work({ ...stage, sandbox, credential });
	// With two credentials, n8n wouldn't select one in new nodes.
	await stage.session.request('DELETE', `/rest/credentials/${credential.id}`);
	await sandbox.close();
}
