// If this fails, an upgrade to n8n 3 breaks what the docs call safe.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { examplePath } from '../../demo/exampleWorkflows';
import { defaultVersion } from '../../n8n/cache';
import { ensureN8n } from '../../n8n/install';
import { n8nProcesses, readCompose } from '../composeFile';
import { onlyWhere } from '../onlyWhere';
import { migrationReport, type MigrationReport } from './support/migrationReport';
import { isOld } from './support/version';

/** n8n 2.41 knows what version 3 breaks: its own rules judge what the docs say to run. */
const isJudge = !isOld;
const suite = onlyWhere(isJudge, 'what n8n 3 breaks, which this version does not know').describe;

const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'n8n-3.md'), 'utf8');
const [{ environment }] = n8nProcesses();
const workflows = readdirSync(examplePath()).filter((file) => file.endsWith('.json'));

let report: MigrationReport;
beforeAll(async () => {
	if (!isJudge) return;
	const files = workflows.map((file) => examplePath(file));
	report = await migrationReport(await ensureN8n(defaultVersion), environment, files);
});

/** Identifiers and variables in the table of one section. */
function namedIn(section: string, form: RegExp): string[] {
	const [, text] = page.split(`\n## ${section}\n`);
	return [...text.split('\n## ')[0].matchAll(/`([^`]+)`/g)]
		.map(([, name]) => name)
		.filter((name) => form.test(name));
}

suite('n8n 3', () => {
	it('breaks nothing that docs/n8n-3.md does not name, and the page names no more', () => {
		const named = namedIn('Rule by rule', /^[a-z0-9]+(-[a-z0-9]+)+$/);
		expect(named.sort()).toEqual(report.rules.map(({ id }) => id).sort());
	});

	it('breaks no example', () => {
		const affected = report.rules.flatMap((rule) =>
			rule.affected.filter((name) => workflows.includes(name)).map((name) => `${rule.id}: ${name}`),
		);
		expect(affected).toEqual([]);
	});

	it('changes for the n8n of docker-compose.yml only what the page says', () => {
		const affected = report.rules.filter((rule) => rule.affected.includes('environment'));
		// Tests run n8n outside its image; the file runs it inside.
		const ids = affected.map(({ id }) => id).filter((id) => id !== 'docker-only-deployment-v3');
		expect(ids.sort()).toEqual(namedIn('The compose file', /-v3$/).sort());
	});
});

suite(`docker-compose.yml on n8n ${defaultVersion}`, () => {
	it('sets no variable that n8n does not ask for', () => {
		expect(report.known).toEqual(expect.arrayContaining(Object.keys(environment)));
	});

	it('sets no value that n8n complains of', () => expect(report.invalid).toEqual([]));

	it('sets nothing that n8n warns of, and leaves out only what the page names', () => {
		const named = namedIn('The compose file', /^[A-Z0-9_]+$/);
		expect(report.deprecated.filter((name) => name in environment)).toEqual([]);
		expect(named).toEqual(expect.arrayContaining(report.deprecated));
	});

	it('sets no variable that version 3 drops or asks for without the page saying so', () => {
		const spoken = report.rules.flatMap(({ variables }) => variables);
		const here = spoken.filter((name) => name in environment);
		expect(here).toContain('OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS');
		expect(namedIn('The compose file', /^[A-Z0-9_]+$/)).toEqual(expect.arrayContaining(here));
	});

	it('leads to the webhook processor what it serves', () => {
		const [, paths] = /@webhooks path (.+)/.exec(readCompose().configs.caddyfile.content)!;
		expect(paths.split(' ').sort()).toEqual(report.webhookPaths.map((name) => `/${name}/*`).sort());
	});
});
