// Starts n8n from its image with this package, packed as people install it, and looks whether it works there.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [tag = 'stable'] = process.argv.slice(2);
const image = `docker.n8n.io/n8nio/n8n:${tag}`;
const packed = mkdtempSync(path.join(tmpdir(), 'extapi-packed-'));
const container = `extapi-newest-${process.pid}`;

function run(command, ...args) {
	console.log(`$ ${[command, ...args].join(' ')}`);
	const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
	if (error) throw new Error(`${command} could not be started: ${error.message}`);
	return status;
}
function mustRun(command, ...args) {
	if (run(command, ...args) !== 0) throw new Error(`${command} ${args[0]} failed`);
}

try {
	mustRun('npm', 'run', 'build');
	mustRun('npm', 'pack', '--ignore-scripts', '--pack-destination', packed);
	chmodSync(packed, 0o755);
	const [tarball] = readdirSync(packed);
	const install = `mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes && npm install --omit=peer --ignore-scripts /packed/${tarball} && exec n8n start`;
	// On the host's network, so that n8n reaches the emulator.
	mustRun(
		...['docker', 'run', '--detach', '--name', container, '--network', 'host'],
		...['--env', 'N8N_UNVERIFIED_PACKAGES_ENABLED=true', '--env', 'N8N_SECURE_COOKIE=false'],
		...['--env', 'N8N_DIAGNOSTICS_ENABLED=false', '--volume', `${packed}:/packed:ro`],
		...['--entrypoint', 'sh', image, '-c', install],
	);
	mustRun(
		process.execPath,
		'tools/runTypeScript.mjs',
		'n8n/smoke.ts',
		'--url',
		'http://127.0.0.1:5678',
	);
} catch (error) {
	console.error(error.message);
	run('docker', 'logs', '--tail', '60', container);
	process.exitCode = 1;
} finally {
	run('docker', 'rm', '--force', container);
}
