import { filesIn, read } from '../../tools/repository';
import { contractDescription, contractEndpoints } from '../../cases/contract';

const ENDPOINTS = contractEndpoints();
const SOURCES = ['nodes', 'credentials', 'tools', 'test']
	.flatMap(filesIn)
	.filter((file) => file.endsWith('.ts') && file !== 'test/docs/sections.test.ts');
const OPERATIONS = SOURCES.filter((file) => /^nodes\/\w+\/operations\//.test(file));

/** A citation such as "(contract, 2.4 and 4.1)", "Contract 2.1" or "The contract (4.3)". */
const CITATION = /\bcontract,? \(?((?:\d\.\d+[a-z]?(?:, | and )?)+)/gi;

function citedIn(text: string): string[] {
	return [...text.matchAll(CITATION)].flatMap(
		([, numbers]) => numbers.match(/\d\.\d+[a-z]?/g) ?? [],
	);
}

/** What the docstring of the operation cites, and the endpoint that stands below it. */
function docstringOf(file: string) {
	const text = read(file);
	const [docstring] = text.match(
		/\/\*\*(?:(?!\*\/)[^])*\*\/(?=\nexport const \w+: (?:Read|Write)Operation)/,
	) ?? [''];
	const [, method] = text.match(/method: '(\w+)'/) ?? [];
	const [, url] = text.match(/url: '(.+)'/) ?? [];
	return { cited: citedIn(docstring), endpoint: `${method} ${url}` };
}

test.each(OPERATIONS)(
	'%s cites the x-section of its endpoint in api/openapi.yaml, or none where it has none',
	(file) => {
		const { cited, endpoint } = docstringOf(file);
		const found = ENDPOINTS.find(({ method, url }) => `${method} ${url}` === endpoint);
		expect(cited).toEqual([found?.section].filter((section) => section !== undefined));
	},
);

test('every section that a comment cites is known: if not, add it to the description at the head of api/openapi.yaml', () => {
	const known = [
		...ENDPOINTS.map(({ section }) => section),
		...(contractDescription().match(/\b\d\.\d+[a-z]?/g) ?? []),
	];
	const unknown = SOURCES.flatMap((file) =>
		citedIn(read(file))
			.filter((section) => !known.includes(section))
			.map((section) => `${file}: ${section}`),
	);
	expect(unknown).toEqual([]);
});
