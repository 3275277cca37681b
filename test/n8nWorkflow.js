const FILES = {
	injectDomainRestrictionFields: 'credential-domain-restrictions',
	NodeApiError: 'errors',
	NodeOperationError: 'errors',
	NodeConnectionTypes: 'interfaces',
	sleep: 'utils',
	tryToParseDateTime: 'type-validation',
	updateDisplayOptions: 'utils',
	Workflow: 'workflow',
};

/**
 * n8n-workflow for the unit tests, which loads only the files of it that a test uses: the whole package takes half a
 * second of each test file.
 */
module.exports = new Proxy(
	{},
	{
		get(_, name) {
			const file = FILES[name] ?? 'index';
			return require(`n8n-workflow/dist/cjs/${file}`)[name];
		},
	},
);
