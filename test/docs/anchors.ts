import { anchorOf } from '../../tools/docs/markdown';

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsIn(text: string): string[] {
	const headings = text.match(/^#+ .*/gm) ?? [];
	return headings.map((heading) => anchorOf(heading.replace(/^#+ /, '')));
}
