import type { IDataObject } from 'n8n-workflow';

import { pick, recordList, withFields } from '../../shared/response/records';
import { simplifyField } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { isObject } from '../../shared/values';

/** The documented fields of an integration app (contract, 2.8), except its hooks. */
const APP_FIELDS = ['id', 'name', 'description', 'hook_type', 'enabled', 'allow_multiple_hooks'];

/** The fields of a hook, except its settings, which contain API keys of third parties. */
const HOOK_FIELDS = ['id', 'app_id', 'status', 'inbox', 'hook_type'];

/** List the integration apps of the account (contract, 4.8). */
export const getApps: Operation = {
	safety: 'safe',
	name: 'Get Apps',
	value: 'getApps',
	action: 'Get integration apps',
	description: 'Retrieve a list of the integration apps of the account',
	endpoint: { method: 'GET', url: '/api/v1/accounts/{account_id}/integrations/apps' },
	inChatwoot: true,
	fields: [
		{
			...simplifyField,
			hint: 'When off, the output may contain API keys from the settings of the apps',
		},
	],
	request: () => ({ simplify: simpleApp }),
	records: recordList,
};

function simpleApp(app: IDataObject): IDataObject {
	const simple = withFields(app, APP_FIELDS);
	if (!Array.isArray(app.hooks)) return { ...simple, hooks: null };
	const hooks = (app.hooks as unknown[]).filter(isObject);
	const known = hooks.map((hook) => pick(hook, HOOK_FIELDS));
	return { ...simple, hooks: known.filter((hook) => Object.keys(hook).length > 0) };
}
