import { ESLint } from 'eslint';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage, repositoryRoot } from '../n8n/buildPackage';
import { unpackPackage } from '../n8n/tarball';

const sourcePatterns = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
const tarballPatterns = ['**/*.js', 'package.json'];
const publishedOutsideDist = ['LICENSE', 'README.md', 'package.json'];

/**
 * Does what n8n does before it verifies a package: its scanner on the source and on the unpacked tarball. Warnings
 * fail, too, and so does a file in the tarball that users have no need for.
 *
 * @returns the exit code
 */
export async function main(): Promise<number> {
	const packed = await buildPackage((pid) =>
		console.log(`Waiting for process ${pid}, which is building`),
	);
	const unpacked = await mkdtemp(path.join(tmpdir(), 'extapi-scan-'));
	try {
		const directory = await unpackPackage(packed.tarball, unpacked);
		const results = [
			await scan('source', repositoryRoot, sourcePatterns),
			await scan('tarball', directory, tarballPatterns),
			checkFiles(packed.files),
		];
		return results.every(Boolean) ? 0 : 1;
	} finally {
		await packed.remove();
		await rm(unpacked, { recursive: true, force: true });
	}
}

async function scan(what: string, directory: string, patterns: string[]): Promise<boolean> {
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { passed, message, details } = await scanner.analyzePackage(directory, patterns);
	if (!passed) {
		console.error(`✗ n8n's scan of the ${what}: ${message ?? 'failed'}\n${details ?? ''}`);
		return false;
	}
	const eslint = new ESLint({
		cwd: directory,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
	});
	const results = await eslint.lintFiles(patterns);
	if (results.some(({ warningCount }) => warningCount > 0)) {
		const formatter = await eslint.loadFormatter('stylish');
		console.error(`✗ n8n's scan of the ${what} warns:\n${await formatter.format(results)}`);
		return false;
	}
	console.log(`✓ n8n's scan of the ${what}: ${results.length} files, no error, no warning`);
	return true;
}

function checkFiles(files: string[]): boolean {
	const unwanted = files.filter(
		(file) => !file.startsWith('dist/') && !publishedOutsideDist.includes(file),
	);
	const missing = publishedOutsideDist.filter((file) => !files.includes(file));
	if (unwanted.length > 0) console.error(`✗ The tarball holds ${unwanted.join(', ')}`);
	if (missing.length > 0) console.error(`✗ The tarball lacks ${missing.join(', ')}`);
	if (unwanted.length + missing.length > 0) return false;
	console.log(
		`✓ The tarball holds dist, ${publishedOutsideDist.join(', ')}: ${files.length} files`,
	);
	return true;
}
