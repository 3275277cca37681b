import { parse } from 'yaml';

import { filesIn, read } from '../../tools/repository';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	needs?: string | string[];
	environment?: string;
	container?: { image: string };
	permissions?: Record<string, string>;
	steps: Step[];
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const workflows = filesIn('.github/workflows').map((path) => ({
	path,
	...(parse(read(path)) as Workflow),
}));

const uses = (step: Step, action: string) => step.uses?.startsWith(`${action}@`) === true;
const writes = ({ permissions = {} }: Job) => Object.values(permissions).includes('write');
const scriptOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []).join('\n');
const maySign = ({ permissions = {} }: Job) => permissions['id-token'] === 'write';

describe.each(workflows)('$path', ({ on, permissions, jobs }) => {
	const steps = Object.values(jobs).flatMap((job) => job.steps);

	it('pins each action by its commit and each container by its digest', () => {
		const actions = steps.flatMap(({ uses: action }) => action ?? []);
		const images = Object.values(jobs).flatMap(({ container }) => container?.image ?? []);
		expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
		expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
	});

	it('may only read the repository, unless a job asks for more', () => {
		expect(permissions).toEqual({ contents: 'read' });
	});

	it('keeps no token of the checkout for later steps', () => {
		const checkouts = steps.filter((step) => uses(step, 'actions/checkout'));
		expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
	});

	it('puts no expression into a script, where the text of a branch or an issue would become code', () => {
		expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
	});

	it('gives a job with a right to write no code of the repository or of a package', () => {
		const writing = Object.values(jobs).filter(writes);
		const checkouts = writing.filter(({ steps }) =>
			steps.some((step) => uses(step, 'actions/checkout')),
		);
		expect(checkouts).toEqual([]);
		expect(writing.map(scriptOf).join('\n')).not.toMatch(/\b(npm (?!publish )|npx|node|docker)\b/);
	});

	it('gives code of a pull request no rights of the repository', () => {
		const triggers = Object.keys(on);
		expect(triggers).not.toContain('pull_request_target');
		expect(triggers).not.toContain('workflow_run');
		if (triggers.includes('pull_request')) {
			expect(Object.values(jobs).filter(writes)).toEqual([]);
		}
	});
});

describe('the right to publish', () => {
	const signing = workflows.flatMap(({ path, jobs }) =>
		Object.values(jobs)
			.filter(maySign)
			.map((job) => ({ path, job })),
	);
	const [{ job }] = signing;

	it('belongs to one job after the tests, which a protected environment guards', () => {
		expect(signing.map(({ path }) => path)).toEqual(['.github/workflows/publish.yml']);
		expect(job.environment).toBe('npm');
		expect(job.needs).toEqual(['test', 'pack']);
	});

	it('is not within reach of code of the repository or of a dependency', () => {
		const actions = job.steps.flatMap((step) => step.uses?.split('@')[0] ?? []);
		const scripts = job.steps.flatMap(({ run }) => run ?? []).join('\n');
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(scripts).not.toMatch(/\b(npx|node|tsx|git)\b|npm (?!publish )/);
		expect(scripts).toMatch(/^npm publish .*--provenance .*--ignore-scripts$/m);
	});
});
