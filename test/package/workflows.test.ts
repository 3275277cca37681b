import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { filesIn, read, root } from './root';

interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<string, { steps: Array<{ uses?: string; run?: string }> }>;
}

interface Updates {
	updates: Array<{ directory?: string; directories?: string[] }>;
}

const readYaml = (path: string): unknown => parse(read(path));

describe.each(filesIn('.github/workflows'))('%s', (path) => {
	const { permissions, jobs } = readYaml(path) as Workflow;
	const steps = Object.values(jobs).flatMap((job) => job.steps);

	it('pins each action by its commit', () => {
		const loose = steps.filter(({ uses }) => uses && !/@[0-9a-f]{40}$/.test(uses));
		expect(loose).toEqual([]);
	});

	it('may only read the repository, unless a job asks for more', () => {
		expect(permissions).toEqual({ contents: 'read' });
	});

	it('runs commands that exist', () => {
		const { scripts } = JSON.parse(read('package.json')) as {
			scripts: object;
		};
		const named = steps.flatMap(({ run = '' }) => /npm run ([\w:]+)/.exec(run)?.[1] ?? []);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe('.github/dependabot.yml', () => {
	it('looks after folders that have a lockfile', () => {
		const { updates } = readYaml('.github/dependabot.yml') as Updates;
		const folders = updates.flatMap(({ directory, directories = [] }) => directory ?? directories);
		expect(
			folders.filter((folder) => !existsSync(join(root, folder, 'package-lock.json'))),
		).toEqual([]);
	});
});
