import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import type { N8nCommand } from '../n8n/start';

/** A service of `docker-compose.yml`. Only what the tests read is named. */
export interface ComposeService {
	image: string;
	command?: string | string[];
	entrypoint?: string[];
	environment: Record<string, string>;
	volumes: string[];
	deploy?: { replicas: number };
	healthcheck?: { test: string[] };
}

/** One service that runs n8n, as `startN8n` takes it. */
export interface ComposeProcess {
	name: string;
	command: N8nCommand;
	args: string[];
	environment: Record<string, string>;
	replicas: number;
}

/** The file with which the docs run n8n at scale. */
export const composeFile = path.join(__dirname, '..', 'docker-compose.yml');
/** What people write into the file `.env`; nothing else has to be there. */
export const composeVariables = {
	N8N_DOMAIN: 'n8n.example.com',
	N8N_ENCRYPTION_KEY: 'only-for-tests',
	POSTGRES_PASSWORD: 'only-for-tests',
};
const n8nImage = 'docker.n8n.io/n8nio/n8n:';

interface ComposeDocument {
	services: Record<string, ComposeService>;
	configs: Record<string, { content: string }>;
}

/**
 * Reads the file as Docker Compose does.
 *
 * @param variables take the place of the file `.env`
 * @throws Error when a variable without a default is missing
 */
export function readCompose(variables: Record<string, string> = composeVariables): ComposeDocument {
	const document: unknown = parse(readFileSync(composeFile, 'utf8'), { merge: true });
	return interpolated(document, variables) as ComposeDocument;
}

/** The services that run n8n itself, in the order they start in: the package's own container runs npm instead. */
export function n8nProcesses(): ComposeProcess[] {
	return Object.entries(readCompose().services)
		.filter(([, { image, entrypoint }]) => image.startsWith(n8nImage) && !entrypoint)
		.map(([name, { command = 'start', environment, deploy }]) => {
			const [first, ...args] = [command].flat().join(' ').split(/\s+/);
			const replicas = deploy?.replicas ?? 1;
			return { name, command: first as N8nCommand, args, environment, replicas };
		});
}

function interpolated(value: unknown, variables: Record<string, string>): unknown {
	if (typeof value === 'string') return withVariables(value, variables);
	if (Array.isArray(value)) return value.map((each) => interpolated(each, variables));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, each]) => [key, interpolated(each, variables)]),
	);
}

/** The forms of the Compose specification this file uses: `${A}`, `${A:-default}`, `${A:?why}`, `$$`. */
function withVariables(text: string, variables: Record<string, string>): string {
	return text.replace(
		/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g,
		(_, name?: string, operator?: string, rest?: string) => {
			if (name === undefined) return '$';
			if (variables[name]) return variables[name];
			if (operator === '-') return rest ?? '';
			throw new Error(`docker-compose.yml needs ${name}${rest ? `: ${rest}` : ''}`);
		},
	);
}
