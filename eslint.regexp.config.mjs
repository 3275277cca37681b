// A check takes time in proportion to its text: no regular expression of what is published may backtrack
// more than that. It stands apart from eslint.config.mjs, which has to stay n8n's own.
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default defineConfig({
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	languageOptions: { parser: tseslint.parser },
	linterOptions: { noInlineConfig: true },
	plugins: { regexp },
	rules: {
		'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
		'regexp/no-super-linear-move': ['error', { report: 'potential' }],
	},
});
