#!/usr/bin/env node
// Stands before npm on the PATH of n8n. Versions of this package come from the tarballs that
// `registry.json` beside this file names, as if they were published, and nothing is ever outdated, so that no public registry
// is asked; everything else is npm's own business.
const { copyFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const [command, spec = '', ...rest] = process.argv.slice(2);
const { name, versions } = require('./registry.json');
const at = spec.lastIndexOf('@');

if (['pack', 'view'].includes(command) && spec.slice(0, at) === name) {
	const wanted = spec.slice(at + 1);
	const version = wanted === 'latest' ? Object.keys(versions).at(-1) : wanted;
	const tarball = versions[version];
	if (tarball === undefined) {
		console.error(`npm error code E404\nnpm error 404 Not Found: ${spec}`);
		process.exit(1);
	}
	if (command === 'view') {
		console.log(JSON.stringify(version));
	} else {
		copyFileSync(tarball, path.join(process.cwd(), path.basename(tarball)));
		console.log(path.basename(tarball));
	}
} else if (command === 'outdated') {
	console.log('{}');
} else {
	const PATH = process.env.PATH.split(path.delimiter).slice(1).join(path.delimiter);
	const { status } = spawnSync('npm', [command, spec, ...rest].filter(Boolean), {
		env: { ...process.env, PATH },
		stdio: 'inherit',
	});
	process.exit(status ?? 1);
}
