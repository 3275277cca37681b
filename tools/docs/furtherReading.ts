import type { NamedCase } from '../../cases';
import { type Workflow } from '../editor/examples';
import { filesIn, read } from '../repository';
import { anchorOf } from './markdown';

/** A workflow of examples/ that is about some operations. */
interface Example {
	file: string;
	workflow: Workflow;
}

/** The tour is about all operations, so it is on no page of one. */
const EXAMPLES: Example[] = filesIn('examples')
	.filter((file) => file.endsWith('.json') && !file.endsWith('/tour.json'))
	.map((file) => ({ file, workflow: JSON.parse(read(file)) as Workflow }));

/** The sections of the recipes, each with its page. */
const RECIPES = filesIn('docs/recipes').flatMap((page) =>
	read(page)
		.split(/^## /m)
		.slice(1)
		.map((text) => ({ page, heading: text.slice(0, text.indexOf('\n')), text })),
);

/** Links to the recipes that name an operation of a node or import an example with it, and to its other examples. */
export function furtherReading(cases: NamedCase[]): string[] {
	const examples = EXAMPLES.filter(({ workflow }) => cases.some((one) => runs(workflow, one)));
	const names = [
		...cases.flatMap(({ title, operation }) => [`**${operation.action}**`, title]),
		...examples.map(({ file }) => `/${file})`),
	];
	const recipes = RECIPES.filter(({ text }) => names.some((name) => text.includes(name)));
	const others = examples.filter(
		({ file }) => !recipes.some(({ text }) => text.includes(`/${file})`)),
	);
	const links = [
		...recipes.map(
			({ page, heading }) => `- [${heading}](../${page.slice(5)}#${anchorOf(heading)})`,
		),
		...others.map(
			({ workflow: { name } }) =>
				`- Example: [${name}](../../examples/README.md#${anchorOf(name)})`,
		),
	];
	return links.length === 0 ? [] : ['## Recipes and examples', links.join('\n')];
}

function runs({ nodes }: Workflow, { node, operation }: NamedCase): boolean {
	return nodes.some(({ type, parameters }) => {
		const [, name] = type.split('.');
		return [node, `${node}Tool`].includes(name) && parameters?.operation === operation.value;
	});
}
