import type { INodeTypeDescription } from 'n8n-workflow';

type Versioned = Pick<INodeTypeDescription, 'version'>;

/** All versions of a node. */
export function versionsOf({ version }: Versioned): number[] {
	return [version].flat();
}

/** The version of a node that the editor adds to a workflow. */
export function newestOf(description: Versioned): number {
	return Math.max(...versionsOf(description));
}
