const { rm } = require('node:fs/promises');
const { parallel, src, dest } = require('gulp');

/** Removes the output of an earlier build. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

function icons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/** Codex files and output schemas, which n8n reads beside each node. */
function descriptions() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest('dist/nodes'),
	);
}

exports.clean = clean;
exports.assets = parallel(icons, descriptions);
