// If this fails, a fault lands by the way that one of the two CI lists does not look at.
import { parse } from 'yaml';

import { steps } from '../../../tools/testAll';
import { read } from './repository';

/**
 * What guards main is one list. Where a command of it ran in one place only, a fault landed by the way that the other
 * would have found; where it ran with other arguments than people type, the README's command failed for everyone.
 */
interface Workflow {
	jobs: Record<
		string,
		{ steps: Array<{ run?: string }>; strategy?: { matrix?: { command?: string[] } } }
	>;
}

const guarding = steps
	.flatMap((step) => [step, ...(step.beside ?? [])])
	.map((step) => step.command);
const workflow = parse(read('.github/workflows/ci.yml')) as Workflow;
const ofWorkflow = Object.values(workflow.jobs).flatMap(({ steps: run, strategy }) =>
	run.flatMap((step) => {
		const command = (step.run ?? '').trim();
		return command === '${{ matrix.command }}' ? (strategy?.matrix?.command ?? []) : [command];
	}),
);
/** The hosted machines test all of each version, one version each. */
const WHOLE_MATRIX = 'npm run test:all -- matrix --all ${{ matrix.n8n }}';
/** What only they have: Docker, and with it the versions of n8n that npm lacks. */
const NEWEST_IMAGE = 'node tools/newestImage.mjs ${{ matrix.image }}';

describe('what guards main', () => {
	it.each(guarding)('%s is run by the workflow, too, as it is', (command) => {
		expect(ofWorkflow).toContain(command === 'npm run test:all -- matrix' ? WHOLE_MATRIX : command);
	});

	it('is nothing else in the workflow, but the newest images of n8n', () => {
		const others = ofWorkflow.filter(
			(command) =>
				!['', 'node tools/ensureInstalled.mjs', WHOLE_MATRIX, NEWEST_IMAGE, ...guarding].includes(
					command,
				),
		);
		expect(others).toEqual([]);
	});

	it('is what .ci/run runs, after the packages of the system', () => {
		const commands = read('.ci/run')
			.split('\n')
			.filter((line) => /\b(npm|npx|node)\b/.test(line) && !line.startsWith('#'));
		expect(commands).toEqual(['npm run test:all </dev/null']);
	});
});
