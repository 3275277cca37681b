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
 * functions one by one, and reads what is imported through its module each time. Nothing here needs
 * that: it is weight only.
 */
function code() {
	const transform = (file, _encoding, done) => {
		const whole = file.contents.toString();
		const lighter = [...whole.matchAll(/^const (\w+_\d+) = (require\(.+\));$/gm)]
			.reduce(importedByName, whole)
			.replace(/^exports\..+ = void 0;$|^Object\.defineProperty\(exports, "__esModule".+$/gm, '')
			.replace(/(?:^exports\.(\w+) = \1;\n){2,}/gm, exportedAtOnce);
		done(null, Object.assign(file, { contents: Buffer.from(lighter) }));
	};
	return src('dist/**/*.js')
		.pipe(new Transform({ objectMode: true, transform }))
		.pipe(dest('dist'));
}

function importedByName(code, [line, module, required]) {
	const uses = new RegExp(`\\(0, ${module}\\.(\\w+)\\)|${module}\\.(\\w+)`, 'g');
	const names = new Set([...code.matchAll(uses)].map(([, called, read]) => called ?? read));
	return code
		.replace(uses, '$1$2')
		.replace(line, `const { ${[...names].sort().join(', ')} } = ${required};`);
}

function exportedAtOnce(lines) {
	const names = [...lines.matchAll(/= (\w+)/g)].map(([, name]) => name);
	return `Object.assign(exports, { ${names.join(', ')} });\n`;
}

exports.clean = clean;
exports.assets = parallel(icons, descriptions, code);
