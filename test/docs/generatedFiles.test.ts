import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { generatedFiles } from '../../tools/docs/files';
import type { GeneratedFile } from '../../tools/docs/schemaFiles';
import { CASES } from '../cases';

const ROOT = path.join(__dirname, '../..');

let files: GeneratedFile[];

beforeAll(async () => {
	files = await generatedFiles();
}, 60_000);

function committed({ path: name }: GeneratedFile): string | undefined {
	const file = path.join(ROOT, name);
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

test('the committed files are current: if not, run npm run docs', () => {
	const stale = files.filter((file) => committed(file) !== file.text);

	expect(stale.map(({ path: name }) => name)).toEqual([]);
});

test('a schema is generated for each operation: if not, run npm run docs, and delete those of operations that are gone', () => {
	const schemas = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((name) => /__schema__.*\.json$/.test(name))
		.map((name) => `nodes/${name.split(path.sep).join('/')}`);

	const generated = files
		.map(({ path: name }) => name)
		.filter((name) => name.includes('__schema__'));
	expect(generated).toHaveLength(CASES.length);
	expect(schemas.sort()).toEqual(generated.sort());
});
