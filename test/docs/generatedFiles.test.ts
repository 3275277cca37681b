import { existsSync } from 'node:fs';
import path from 'node:path';

import { generatedFiles } from '../../tools/docs/files';
import { type GeneratedFile, schemaFiles } from '../../tools/docs/schemaFiles';
import { versionsOf } from '../../tools/engine/versions';
import { filesIn, read, root } from '../../tools/repository';
import { CASES, caseOf } from '../../cases';
import { nodeTypeOf } from '../../cases/nodes';

let files: GeneratedFile[];

beforeAll(async () => {
	files = await generatedFiles();
});

function committed({ path: name }: GeneratedFile): string | undefined {
	return existsSync(path.join(root, name)) ? read(name) : undefined;
}

test('the committed files are current: if not, run npm run docs', () => {
	const stale = files.filter((file) => committed(file) !== file.text);

	expect(stale.map(({ path: name }) => name)).toEqual([]);
});

// Relied on in tools/docs/schemaFiles.ts: n8n reads `__schema__/v1.0.0/<resource>/<operation>.json` for the fields of
// an item before a run.
test('a schema is generated for each operation in each version of its node: if not, run npm run docs, and delete those of operations that are gone', () => {
	const schemas = filesIn('nodes').filter((name) => /__schema__.*\.json$/.test(name));

	const versions = CASES.flatMap((one) => versionsOf(nodeTypeOf(one).description));
	const generated = files
		.map(({ path: name }) => name)
		.filter((name) => name.includes('__schema__'));
	expect(generated).toHaveLength(versions.length);
	expect(schemas).toEqual(generated.sort());
});

test('a schema is in the folder of its version, in three parts', () => {
	const paths = schemaFiles(caseOf('labelDelete'), [1, 1.1]).map(({ path: name }) => name);

	expect(paths).toEqual(
		['v1.0.0', 'v1.1.0'].map((version) => `nodes/Label/__schema__/${version}/label/delete.json`),
	);
});
