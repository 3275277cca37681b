import { CASES, type NamedCase } from '../../cases';
import { nodeTypeOf } from '../../cases/nodes';
import { startSandbox } from '../sandbox';
import { operationSection } from './operationSection';
import type { GeneratedFile } from './schemaFiles';

/** The resources, in the order of the contract. */
export const RESOURCES = [...new Set(CASES.map(({ resource }) => resource))];

/** The operations of a resource, in the order of its form. */
export function casesOf(resource: string): NamedCase[] {
	return CASES.filter((one) => one.resource === resource).sort((a, b) =>
		a.operation.name.localeCompare(b.operation.name),
	);
}

/** docs/nodes/<node>.md: one page per node, because n8n's links to the documentation lose their anchors. */
export async function nodePages(): Promise<GeneratedFile[]> {
	const sandbox = await startSandbox();
	const pages: GeneratedFile[] = [];
	try {
		// The runs share a mock server, so they must not overlap.
		for (const resource of RESOURCES) {
			const cases = casesOf(resource);
			const sections: string[] = [];
			for (const one of cases) sections.push(await operationSection(one, sandbox));
			const text = [introduction(resource, cases), ...sections, ''].join('\n\n');
			pages.push({ path: `docs/nodes/${cases[0].node}.md`, text });
		}
	} finally {
		await sandbox.close();
	}
	return pages;
}

function introduction(resource: string, cases: NamedCase[]): string {
	const { displayName, description } = nodeTypeOf(cases[0]).description;
	const links = cases.map(({ operation: { name, description: does } }) => {
		const anchor = name.toLowerCase().replaceAll(' ', '-');
		return `- [${name}](#${anchor}): ${does}`;
	});
	return `# ${resource}

**${displayName}**: ${description}

${links.join('\n')}

See [Common options](../common-options.md) for options of all nodes, [Recipes](../README.md#how-to) for step-by-step instructions, and [Troubleshooting](../troubleshooting.md) for messages.`;
}
