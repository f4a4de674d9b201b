// Plain Node, because a release is refused before any dependency is there.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Finds what a changelog says about a version.
 *
 * @returns the text below the heading `## <version>`, or undefined when there is no such heading
 */
export function changelogSection(changelog, version) {
	const lines = changelog.split('\n').map((line) => line.trimEnd());
	const heading = lines.indexOf(`## ${version}`);
	if (heading === -1) return undefined;
	const below = lines.slice(heading + 1);
	const next = below.findIndex((line) => /^##? /.test(line));
	return below
		.slice(0, next === -1 ? undefined : next)
		.join('\n')
		.trim();
}

/**
 * Compares a tag with the package's version and its changelog.
 *
 * @returns what is missing before that tag can be released, in words; empty when nothing is
 */
export function missingForRelease(tag, version, changelog) {
	const missing = [];
	if (tag !== `v${version}`) {
		missing.push(`The tag is ${tag}, but package.json says ${version}: it must be v${version}.`);
	}
	const section = changelogSection(changelog, version);
	if (section === undefined) {
		missing.push(`CHANGELOG.md has no section "## ${version}".`);
	} else if (section === '') {
		missing.push(`CHANGELOG.md says nothing in its section "## ${version}".`);
	}
	return missing;
}

/**
 * Values in package.json that were invented before the package had an owner. The owner replaces each, here too where the
 * invented one is taken over: an entry that package.json no longer holds is not asked for.
 */
const placeholders = [
	['author.email', 'maintainers@n8n-nodes-extapi.dev', 'an address that the owner reads'],
	[
		'repository.url',
		'git+https://github.com/n8n-nodes-extapi/n8n-nodes-extapi.git',
		'the public repository that the release workflow runs in',
	],
	['name', 'n8n-nodes-extapi', 'a name on npm that the owner has taken'],
];

/**
 * Finds what only the owner of the package can fill in.
 *
 * @param manifest what package.json holds
 * @returns one line for each placeholder that is left
 */
export function unfilledByOwner(manifest) {
	const valueAt = (path) => path.split('.').reduce((value, key) => value?.[key], manifest);
	return placeholders
		.filter(([path, invented]) => valueAt(path) === invented)
		.map(
			([path, invented, wanted]) =>
				`package.json: ${path} is still the placeholder ${invented}. It has to be ${wanted}.`,
		);
}

/** Checks the package in the current folder; `--notes` prints its changelog section, too. Without a tag it takes that of the version. */
function main() {
	const { values, positionals } = parseArgs({
		options: { notes: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	if (positionals.length > 1) {
		throw new Error('Usage: npm run release:check -- [--notes] [<tag>], for example v1.2.3');
	}
	const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
	const { version } = manifest;
	const changelog = readFileSync('CHANGELOG.md', 'utf8');
	const missing = [
		...missingForRelease(positionals[0] ?? `v${version}`, version, changelog),
		...unfilledByOwner(manifest),
	];
	if (missing.length > 0) throw new Error(missing.join('\n'));
	if (values.notes) console.log(changelogSection(changelog, version));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		main();
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
