// Everything that is not published. What is published has n8n's own config: eslint.config.mjs.
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores(['nodes/', 'credentials/', 'dist/', 'coverage/', '.tmp/', '**/node_modules/']),
	{
		files: ['**/*.{ts,js,mjs}'],
		extends: [tseslint.configs.strict, tseslint.configs.stylistic],
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
		rules: {
			eqeqeq: 'error',
			'@typescript-eslint/array-type': 'off',
			'@typescript-eslint/no-empty-function': 'off',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
		},
	},
	{
		// A promise that nobody waits for hides its failure. The lines of n8n under test/compat bring
		// types of their own, which no project here knows.
		files: ['**/*.ts'],
		ignores: ['test/compat/**'],
		languageOptions: {
			parserOptions: {
				project: ['tsconfig.tools.json', 'test/n8n/tsconfig.json'],
				tsconfigRootDir: import.meta.dirname,
			},
		},
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
		},
	},
	{
		// gulp, jest and index.js are CommonJS.
		files: ['**/*.js'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
);
