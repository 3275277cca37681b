import { filesIn, read } from '../../tools/repository';
import { circular, importsOfFiles, importsOfRooms } from '../fixtures/rooms';

const page = read('docs/architecture.md');

/** Of the table of what n8n's engine does: a file of tests, and the beginning of a test's name. */
const STANDS = [...page.matchAll(/\| `(test\/[\w/]+\.test\.ts)`: (.+?) +\|/g)];

describe('docs/architecture.md', () => {
	it('describes rooms that import one way, without a circle, types counted too', () => {
		expect(circular(importsOfRooms())).toEqual([]);
	});

	it('has no circle in the sandbox either', () => {
		expect(circular(importsOfFiles('tools/sandbox'))).toEqual([]);
	});

	it('stands on tests that exist', () => {
		expect(STANDS.length).toBeGreaterThan(10);
		for (const [, file, name] of STANDS) {
			expect(read(file)).toContain(name);
		}
	});

	it('names no file that does not exist', () => {
		const files = [...filesIn('nodes'), ...filesIn('credentials'), ...filesIn('test')];
		const missing = [...page.matchAll(/`([\w/]+(?:\.\w+)*\.ts)`/g)]
			.map(([, path]) => path)
			.filter((path) => !path.startsWith('tools/'))
			.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)));
		expect(missing).toEqual([]);
	});
});
