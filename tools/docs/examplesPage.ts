import path from 'node:path';

import { REPOSITORY } from '../../nodes/shared/failure/helpTopics';
import { filesIn, read } from '../repository';
import { renewed } from './markdown';
import { picture } from './picture';
import type { GeneratedFile } from './schemaFiles';

/** The part of a saved workflow that the page shows. */
interface Workflow {
	name: string;
	nodes: Array<{ type: string; parameters: { content?: string } }>;
	pinData?: object;
}

const PAGE = 'examples/README.md';
/** The smallest example, which can be copied from the page. */
const FIRST = 'examples/first-contacts.json';

const PINNED =
	'It has pinned sample data, so you can run it at once. Unpin the data to use your own.';

/** examples/README.md with a section for each workflow: what it does, its picture and its JSON. */
export function examplesFile(): GeneratedFile {
	const files = filesIn('examples').filter((file) => file.endsWith('.json'));
	const others = files.filter((file) => file !== FIRST);
	const sections = [FIRST, ...others].map(section).join('\n\n');
	return { path: PAGE, text: renewed(read(PAGE), 'npm run docs', sections) };
}

function section(file: string): string {
	const text = read(file);
	const workflow = JSON.parse(text) as Workflow;
	const name = path.basename(file);
	const raw = `${REPOSITORY}/raw/main/${file}`;
	return [
		`## ${workflow.name}`,
		summaryOf(file, workflow),
		...(workflow.pinData ? [PINNED] : []),
		`[${name}](${name}) · [raw file, to copy](${raw})`,
		...picture(`example-${path.basename(file, '.json')}`, {
			alt: `The workflow in n8n: ${workflow.name}`,
			folder: '../docs/images',
			width: 700,
		}),
		...(file === FIRST ? [folded(text)] : []),
	].join('\n\n');
}

/** The first sentence-like paragraph of the workflow's first note. */
function summaryOf(file: string, { nodes }: Workflow): string {
	const notes = nodes.filter(({ type }) => type.endsWith('stickyNote'));
	const paragraphs = notes.flatMap(({ parameters }) => (parameters.content ?? '').split(/\n+/));
	const summary = paragraphs.find((paragraph) => /^\p{L}.*[.:?*]$/u.test(paragraph));
	if (!summary) throw new Error(`${file} needs a note whose first paragraph says what it does`);
	return summary;
}

function folded(json: string): string {
	return `<details>
<summary>The JSON of this workflow</summary>

\`\`\`json
${json.trimEnd()}
\`\`\`

</details>`;
}
