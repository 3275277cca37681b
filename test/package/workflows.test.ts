import { parse } from 'yaml';

import { filesIn, read } from '../../tools/repository';

interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<string, { steps: Array<{ uses?: string; run?: string }> }>;
}

describe.each(filesIn('.github/workflows'))('%s', (path) => {
	const { permissions, jobs } = parse(read(path)) as Workflow;
	const steps = Object.values(jobs).flatMap((job) => job.steps);

	it('pins each action by its commit', () => {
		const loose = steps.filter(({ uses }) => uses && !/@[0-9a-f]{40}$/.test(uses));
		expect(loose).toEqual([]);
	});

	it('may only read the repository, unless a job asks for more', () => {
		expect(permissions).toEqual({ contents: 'read' });
	});
});
