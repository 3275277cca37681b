const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const { parallel, src, dest } = require('gulp');

/** Removes what an earlier build left. */
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

/**
 * TypeScript marks each file as a module, sets each export to undefined before it sets it, exports
 * functions one by one, and calls what is imported so that it has no `this`. Nothing here uses that:
 * it is weight only.
 */
function code() {
	const transform = (file, _encoding, done) => {
		const lighter = file.contents
			.toString()
			.replace(/^exports\..+ = void 0;$|^Object\.defineProperty\(exports, "__esModule".+$/gm, '')
			.replace(/\(0, (\w+\.\w+)\)\(/g, '$1(')
			.replace(/(?:^exports\.(\w+) = \1;\n){2,}/gm, exportedAtOnce);
		done(null, Object.assign(file, { contents: Buffer.from(lighter) }));
	};
	return src('dist/**/*.js')
		.pipe(new Transform({ objectMode: true, transform }))
		.pipe(dest('dist'));
}

function exportedAtOnce(lines) {
	const names = [...lines.matchAll(/= (\w+)/g)].map(([, name]) => name);
	return `Object.assign(exports, { ${names.join(', ')} });\n`;
}

exports.clean = clean;
exports.assets = parallel(icons, descriptions, code);
