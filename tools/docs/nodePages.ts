import { CASES, type NamedCase } from '../../cases';
import { nodeTypeOf } from '../../cases/nodes';
import { startSandbox } from '../sandbox';
import { factTable } from './facts';
import { furtherReading } from './furtherReading';
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
			const shown = new Map<string, string[]>();
			for (const one of cases) sections.push(await operationSection(one, sandbox, shown));
			const text = [introduction(resource, cases), ...sections, ...furtherReading(cases), ''].join(
				'\n\n',
			);
			pages.push({ path: `docs/nodes/${cases[0].node}.md`, text });
		}
	} finally {
		await sandbox.close();
	}
	return pages;
}

function introduction(resource: string, cases: NamedCase[]): string {
	return [
		`# ${resource}`,
		`In n8n, search for **${nodeTypeOf(cases[0]).description.displayName}**.`,
		factTable(cases),
	].join('\n\n');
}
