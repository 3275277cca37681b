import { existsSync } from 'node:fs';
import path from 'node:path';

import { generatedFiles } from '../../tools/docs/files';
import type { GeneratedFile } from '../../tools/docs/schemaFiles';
import { filesIn, read, root } from '../../tools/repository';
import { CASES } from '../cases';

let files: GeneratedFile[];

beforeAll(async () => {
	files = await generatedFiles();
}, 60_000);

function committed({ path: name }: GeneratedFile): string | undefined {
	return existsSync(path.join(root, name)) ? read(name) : undefined;
}

test('the committed files are current: if not, run npm run docs', () => {
	const stale = files.filter((file) => committed(file) !== file.text);

	expect(stale.map(({ path: name }) => name)).toEqual([]);
});

test('a schema is generated for each operation: if not, run npm run docs, and delete those of operations that are gone', () => {
	const schemas = filesIn('nodes').filter((name) => /__schema__.*\.json$/.test(name));

	const generated = files
		.map(({ path: name }) => name)
		.filter((name) => name.includes('__schema__'));
	expect(generated).toHaveLength(CASES.length);
	expect(schemas).toEqual(generated.sort());
});
