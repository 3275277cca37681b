import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as markdown from 'prettier/plugins/markdown';
import type { Options, Plugin } from 'prettier';
import { format } from 'prettier/standalone';

import settings from '../../.prettierrc.json';

/** Formats text as `npm run lint:fix` does. */
export async function formatted(
	text: string,
	parser: 'json' | 'markdown',
	printWidth = settings.printWidth,
): Promise<string> {
	const { overrides, ...options } = settings as Options;
	return await format(text, {
		...options,
		parser,
		printWidth,
		// The plugin's own types don't match Plugin.
		plugins: [babel, estree as Plugin, markdown],
	});
}
