const { version } = require('n8n-core/package.json');

/** Says at the end which engine the tests ran on. */
module.exports = class {
	onRunComplete() {
		process.stderr.write(
			`Ran on n8n-core ${version} with the expression engine legacy, on Node.js ${process.versions.node}. ` +
				'npm run test:newest uses the expression engine vm and Node.js 24, as n8n does.\n',
		);
	}
};
