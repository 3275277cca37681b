// Points at long sentences and at words that this project doesn't use, in all Markdown files.
// It only points: whether a sentence reads well is for people to judge, so it never fails a build.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = join(root, 'tools/prose');
const FILES = ['*.md', '{docs,examples,tools,.github}/**/*.md'];

const textlint = join(here, 'node_modules/textlint/bin/textlint.js');
const { stdout, stderr } = spawnSync(
	process.execPath,
	[textlint, '--format', 'json', ...FILES.map((files) => `../../${files}`)],
	{ cwd: here, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (stdout === '') throw new Error(stderr);

for (const { filePath, messages } of JSON.parse(stdout)) {
	const lines = readFileSync(filePath, 'utf8').split('\n');
	for (const { line, message } of messages) {
		const [said] = message.split('\n');
		console.log(`${relative(root, filePath)}:${line} ${said}\n    ${lines[line - 1].trim()}`);
	}
}
