import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { clusterEnvironment } from '../../queue/support/cluster';

interface Service {
	command?: string;
	environment: Record<string, string>;
	volumes: string[];
	deploy?: { replicas: number };
}

const file = path.join(__dirname, '..', '..', '..', 'docker-compose.yml');
const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
	services: Record<string, Service>;
};
const processes = ['main', 'worker', 'webhook'];

/** The shape that `npm run test:queue` tests is the shape people are told to run. */
describe('docker-compose.yml', () => {
	it('has main, two workers, a webhook processor, Redis and PostgreSQL', () => {
		expect(Object.keys(services)).toEqual(
			expect.arrayContaining([...processes, 'postgres', 'redis']),
		);
		expect(services.worker.deploy?.replicas).toBe(2);
		expect(services.main.command).toBeUndefined();
		expect(services.worker.command).toMatch(/^worker /);
		expect(services.webhook.command).toBe('webhook');
	});

	it.each(processes)('gives %s every setting the tests run with', (name) => {
		const tested = clusterEnvironment('n8n', 'https://n8n.example.com');
		const { environment } = services[name];
		expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(tested)));
		for (const setting of [
			'EXECUTIONS_MODE',
			'DB_TYPE',
			'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS',
			'N8N_DISABLE_PRODUCTION_MAIN_PROCESS',
		]) {
			expect(environment[setting]).toBe(tested[setting]);
		}
	});

	it('gives all processes the same settings and the same package', () => {
		for (const name of processes) {
			expect(services[name].environment).toEqual(services.main.environment);
			expect(services[name].volumes).toContain('packages:/home/node/.n8n/nodes');
		}
		expect(services.packages.volumes).toEqual(services.main.volumes);
	});
});
