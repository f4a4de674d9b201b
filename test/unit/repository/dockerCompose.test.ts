// If this fails, people who run n8n at scale start another setup than the tested one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { defaultVersion } from '../../../n8n/cache';
import { composeFile, composeVariables, n8nProcesses, readCompose } from '../../composeFile';
import { addressesHere } from '../../queue/support/cluster';

const root = path.join(__dirname, '..', '..', '..');
const { services } = readCompose();
const processes = n8nProcesses();
/** Prints errors only, none of which may be left; the proxy has to be reached from outside. */
const lintArguments = [composeFile, '--quiet', '--disable-rule', 'no-unbound-port-interfaces'];

describe('docker-compose.yml', () => {
	it("follows the Compose specification's schema, and the rules of a linter", () => {
		const linter = path.join(root, 'node_modules', 'dclint', 'bin', 'dclint.cjs');
		const { stdout, status } = spawnSync(process.execPath, [linter, ...lintArguments], {
			encoding: 'utf8',
		});
		expect({ problems: stdout.trim(), status }).toEqual({ problems: '', status: 0 });
	});

	it('has main, two workers, a webhook processor, Redis and PostgreSQL', () => {
		expect(Object.keys(services)).toEqual(expect.arrayContaining(['postgres', 'redis']));
		expect(processes).toMatchObject([
			{ name: 'main', command: 'start', args: [], replicas: 1 },
			{ name: 'worker', command: 'worker', args: ['--concurrency=10'], replicas: 2 },
			{ name: 'webhook', command: 'webhook', args: [], replicas: 1 },
		]);
	});

	it('starts the n8n it is tested with', () => {
		const file = path.join(root, 'n8n', 'versions', defaultVersion, 'package.json');
		const [, version] = services.main.image.split(':');
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
			dependencies: { n8n: version },
		});
	});

	it('gives all processes the same settings and the same package', () => {
		for (const { name, environment } of processes) {
			expect(environment).toEqual(services.main.environment);
			expect(services[name].volumes).toContain('packages:/home/node/.n8n/nodes');
		}
		expect(services.packages.volumes).toEqual(expect.arrayContaining(services.main.volumes));
	});

	it('installs the version that is packed here, unless a variable names another: never whatever npm has just now', () => {
		const file = path.join(root, 'package.json');
		const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
		const installed = (variables: Record<string, string>) =>
			String(readCompose({ ...composeVariables, ...variables }).services.packages.command);
		expect(installed({})).toContain(` /from/${name}-${version}.tgz `);
		expect(installed({ EXTAPI_PACKAGE: 'other@1.2.3' })).toContain(' other@1.2.3 ');
	});

	it('sets everything the tests of queue mode run with: they replace addresses only', () => {
		const addresses = Object.keys(addressesHere('n8n', 'https://n8n.example.com'));
		expect(Object.keys(services.main.environment)).toEqual(expect.arrayContaining(addresses));
	});

	it.each(Object.keys(composeVariables))(
		'says so when %s is missing, and where to write it',
		(name) => {
			expect(() => readCompose({ ...composeVariables, [name]: '' })).toThrow(`needs ${name}`);
			expect(readFileSync(composeFile, 'utf8').split('x-n8n:')[0]).toContain(name);
			expect(readFileSync(path.join(root, 'docs', 'scaling.md'), 'utf8')).toContain(`${name}=`);
		},
	);
});
