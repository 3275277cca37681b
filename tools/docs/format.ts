import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as markdown from 'prettier/plugins/markdown';
import type { Options, Plugin } from 'prettier';
import { format } from 'prettier/standalone';

import settings from '../../.prettierrc.json';

/** Text as `npm run lint:fix` would leave it, in lines of that width. */
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
		// The types of this plugin do not say that it is one.
		plugins: [babel, estree as Plugin, markdown],
	});
}
