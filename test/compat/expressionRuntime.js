const path = require('node:path');

module.exports = requireOutside(
	path.join(__dirname, process.env.COMPAT_LINE, 'node_modules/@n8n/expression-runtime'),
);
