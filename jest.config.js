/** Comes as an ES module only, which jest does not load on Node 20: it is compiled like a source. */
const ESM_ONLY = '@apidevtools/json-schema-ref-parser/.+\\.js$';

/** @type {import('jest').Config} */
module.exports = {
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/', '<rootDir>/test/compat/'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/test/n8n/',
		'<rootDir>/test/compat/',
		'<rootDir>/bench/node_modules',
	],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.tools.json', isolatedModules: true }],
		[ESM_ONLY]: [
			'ts-jest',
			{ tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' }, isolatedModules: true },
		],
	},
	transformIgnorePatterns: ['/node_modules/(?!@apidevtools/json-schema-ref-parser/)'],
	reporters: ['default', '<rootDir>/test/countReporter.js'],
	setupFiles: ['<rootDir>/test/setup.ts'],
};
