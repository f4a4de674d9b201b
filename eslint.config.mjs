import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const published = ['package.json', 'nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}'];

/** What n8n's own scanner checks before it verifies a package, on the files it checks. */
const scanRules = (await buildScanConfig()).map((entry) => ({
	...entry,
	...(entry.files ? {} : { files: published }),
}));

export default defineConfig([
	globalIgnores(['dist/', 'node_modules/', 'coverage/', '**/package-lock.json', 'test/fixtures/']),
	...scanRules,
	{ files: ['**/*.{ts,tsx}'], extends: [tseslint.configs.recommended] },
	{
		files: ['**/*.{ts,tsx}'],
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
			eqeqeq: 'error',
		},
	},
	{
		// What comes from outside must not stop n8n (test/unit/repository/regularExpressions.test.ts times them).
		files: published.filter((each) => !each.endsWith('.json')),
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
]);
