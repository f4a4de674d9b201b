// If this fails, a release can be published by someone else, or untested.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';

import { testedVersions } from '../../../n8n/matrix';

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	environment?: string;
	'runs-on': string;
	strategy?: { matrix: Record<string, string[]> };
	steps: Array<{ uses?: string; run?: string }>;
}

interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const folder = path.join(__dirname, '../../../.github/workflows');
const files = readdirSync(folder);

function read(file: string) {
	const document = parseDocument(readFileSync(path.join(folder, file), 'utf8'));
	if (document.errors.length > 0) throw document.errors[0];
	return { document, workflow: document.toJS() as Workflow };
}

function commandsOf(job: Job): string {
	return job.steps.map(({ run }) => run ?? '').join('\n');
}

/** Every action a file uses, with the comment on its line. */
function actionsOf(file: string) {
	const actions: Array<{ action: string; comment?: string }> = [];
	visit(read(file).document, {
		Pair(_, { key, value }) {
			if (!isScalar(key) || key.value !== 'uses' || !isScalar(value)) return;
			actions.push({ action: String(value.value), comment: value.comment?.trim() });
		},
	});
	return actions;
}

describe.each(files)('%s', (file) => {
	const { workflow } = read(file);

	it('pins every action to a commit and names its version', () => {
		const actions = actionsOf(file);
		expect(actions.length).toBeGreaterThan(0);
		for (const { action, comment } of actions) {
			expect(`${action} ${comment}`).toMatch(/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} v\d+\.\d+\.\d+$/);
		}
	});

	it('may only read unless a job asks for more', () => {
		expect(workflow.permissions).toEqual({ contents: 'read' });
	});

	it('knows no secret: nothing that lasts could leak', () => {
		expect(readFileSync(path.join(folder, file), 'utf8')).not.toMatch(/\bsecrets\b/);
	});
});

it('tests pull requests on every supported Node and n8n', () => {
	const { jobs } = read('ci.yml').workflow;
	expect(jobs.test.strategy?.matrix.node).toEqual(['20', '22', '24']);
	expect(jobs.e2e.strategy?.matrix.n8n).toEqual(testedVersions);
});

describe('the publishing job', () => {
	const jobs = files.flatMap((file) => Object.values(read(file).workflow.jobs));
	const { jobs: releaseJobs } = read('release.yml').workflow;
	const publishing = jobs.filter((job) => /\bnpm publish\b/.test(commandsOf(job)));

	it('is one, and proves where the package comes from', () => {
		expect(publishing).toHaveLength(1);
		expect(publishing[0]).toEqual(releaseJobs.publish);
		expect(commandsOf(publishing[0])).toMatch(/npm publish .*--provenance/);
	});

	it('alone may get an identity', () => {
		const allowed = jobs.filter(({ permissions }) => permissions?.['id-token'] !== undefined);
		expect(allowed).toEqual(publishing);
		expect(publishing[0].permissions).toEqual({ 'id-token': 'write' });
	});

	it.each([
		'node tools/releaseCheck.mjs "$GITHUB_REF_NAME"',
		'npm test',
		'npm run scan',
		'npm run test:all -- matrix 2.41',
	])('waits for "%s"', (command) => {
		const needed = [publishing[0].needs ?? []].flat();
		const commands = needed.flatMap((name) => commandsOf(releaseJobs[name]).split('\n'));
		expect(commands).toContain(command);
	});

	it('is the one that docs/releasing.md lets npm trust', () => {
		const root = path.join(folder, '..', '..');
		const { name, repository } = JSON.parse(
			readFileSync(path.join(root, 'package.json'), 'utf8'),
		) as { name: string; repository: { url: string } };
		const [, ownerAndName] = /^git\+https:\/\/github\.com\/(.+)\.git$/.exec(repository.url)!;
		const { environment, 'runs-on': runner } = publishing[0];
		expect(readFileSync(path.join(root, 'docs', 'releasing.md'), 'utf8')).toContain(
			`npm trust github ${name} --repo ${ownerAndName} --file release.yml --env ${environment} --allow-publish`,
		);
		// npm takes no identity from runners that GitHub does not host.
		expect(runner).toMatch(/^ubuntu-\d/);
	});
});
