/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsIn(text: string): string[] {
	const headings = text.match(/^#+ .*/gm) ?? [];
	return headings.map((heading) =>
		heading
			.replace(/^#+ /, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);
}
