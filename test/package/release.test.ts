import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { read } from '../../tools/repository';

interface ReleaseConfig {
	hooks: Record<'before:init' | 'after:bump', string[]>;
}

const { hooks } = JSON.parse(read('.release-it.json')) as ReleaseConfig;

describe('npm run release', () => {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	const run = (command: string) =>
		spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
	const start = () => run(hooks['before:init'][0]);

	beforeAll(() => {
		writeFileSync(join(folder, '.gitignore'), 'ignored\n');
		run('git init --quiet && git add .');
		run('git -c user.name=A -c user.email=a@acme.test commit --quiet --message First');
	});

	afterAll(() => rmSync(folder, { recursive: true }));

	it('starts if all files are committed or ignored', () => {
		writeFileSync(join(folder, 'ignored'), '');

		expect(start()).toMatchObject({ status: 0, stderr: '' });
	});

	it('refuses to start while a file is not committed, names it and keeps it', () => {
		writeFileSync(join(folder, '.env'), 'SECRET=1');

		expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining('?? .env') });
		expect(readdirSync(folder)).toContain('.env');
	});

	it('runs all tests once, after the last file has changed and before anything is pushed', () => {
		const commands = Object.values(hooks).flat();
		expect(commands.filter((command) => command.includes('npm test'))).toEqual(['npm test']);
		expect(hooks['after:bump'].at(-1)).toBe('npm test');
	});
});
