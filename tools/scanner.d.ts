declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	/** The ESLint configuration n8n verifies packages with. */
	export function buildScanConfig(): Promise<Linter.Config[]>;

	/** Lints a folder as n8n's gate does; only errors make it fail. */
	export function analyzePackage(
		directory: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
