import { parse } from 'yaml';

import { CASES } from '../../cases';
import { DEVELOP, lackedBy, TESTED } from '../../cases/chatwoot';
import { read } from '../../tools/repository';

const VERSIONS = TESTED.map(({ version }) => version);
const TAGS = VERSIONS.map((version) => `v${version}`);

/** `4.8` of `4.8.0`. */
function minorOf(version = ''): string {
	return version.split('.').slice(0, 2).join('.');
}

test('the workflow runs the tested versions of Chatwoot, and the newest release', () => {
	const { jobs } = parse(read('.github/workflows/chatwoot.yml')) as {
		jobs: { chatwoot: { strategy: { matrix: { version: string[] } } } };
	};

	expect(jobs.chatwoot.strategy.matrix.version).toEqual([...TAGS, 'latest']);
});

test('without a version, the newest tested version starts in Docker', () => {
	const { services } = parse(read('test/server/compose.yaml'), { merge: true }) as {
		services: { chatwoot: { image: string } };
	};

	const newest = TAGS.at(-1);
	expect(services.chatwoot.image).toBe(`chatwoot/chatwoot:\${CHATWOOT_VERSION:-${newest}}`);
});

test.each(['README.md', 'docs/compatibility.md', 'docs/contributing/measurements.md'])(
	'%s names the tested range',
	(page) => {
		expect(read(page)).toContain(`versions ${minorOf(VERSIONS[0])} to ${minorOf(VERSIONS.at(-1))}`);
	},
);

test("README's badge names the tested range", () => {
	const range = `${minorOf(VERSIONS[0])} to ${minorOf(VERSIONS.at(-1))}`;
	expect(read('README.md')).toContain(`Chatwoot ${range}`);
	expect(read('README.md')).toContain(`Chatwoot%20${encodeURIComponent(range)}`);
});

test.each([...TESTED, { ...DEVELOP, version: DEVELOP.release }])(
	'all tests work on $version but those of what it lacks',
	(tested) => {
		expect(tested.of - tested.works).toBe(lackedBy(tested.version).length);
	},
);

const IN_CHATWOOT = CASES.filter(({ operation }) => operation.inChatwoot);

test.each(IN_CHATWOOT)(
	'test/server/server.test.ts runs $title, because inChatwoot says that it works there',
	({ node, operation: { value } }) => {
		const tests = read('test/server/server.test.ts');
		expect(tests).toContain(`'${node}'`);
		expect(tests).toContain(`'${value}'`);
	},
);
