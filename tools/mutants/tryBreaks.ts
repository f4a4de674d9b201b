import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../../n8n/buildPackage';
import { breaks, type Break } from './breaks';

/** Where a break may stand. */
const folders = ['nodes', 'credentials'];

/** What Jest writes about a run, as far as it matters here. */
interface JestResult {
	testResults: Array<{
		message: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** What came of a suite. */
interface Outcome {
	passed: string[];
	failed: string[];
	/** Why tests could not be run at all. */
	broken?: string;
}

/**
 * Breaks a copy of the product in one known way after the other, and sees whether the suite that has to notice fails. A
 * break whose code is gone, that does not compile, or whose suite fails without it counts as not noticed: it proves nothing.
 *
 * @param only text in the name of a break or its suite
 * @returns the exit code: 0 when each was noticed
 */
export function tryBreaks(only: string): number {
	const chosen = breaks.filter(({ name, suite }) => `${suite.name}: ${name}`.includes(only));
	const copy = copyOfRepository();
	try {
		const sound = new Map<string, string | undefined>();
		const problems = chosen.map((each) => {
			const start = Date.now();
			const problem = problemWith(each, copy, sound);
			const seconds = Math.round((Date.now() - start) / 1000);
			const verdict = problem === undefined ? 'noticed' : `NOT PROVEN, ${problem}`;
			console.log(`${each.suite.name}: ${each.name}: ${verdict} (${seconds} s)`);
			return problem;
		});
		const proven = problems.filter((problem) => problem === undefined).length;
		console.log(`${proven} of ${chosen.length} breaks noticed`);
		return chosen.length > 0 && proven === chosen.length ? 0 : 1;
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

/** Every file of the repository as it is now, beside the installed packages. */
function copyOfRepository(): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'extapi-breaks-'));
	const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
		cwd: repositoryRoot,
		encoding: 'utf8',
	});
	const files = stdout.split('\0').filter((file) => file !== '');
	for (const file of files) {
		const from = path.join(repositoryRoot, file);
		if (existsSync(from)) cpSync(from, path.join(copy, file));
	}
	symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

/**
 * Why a break proves nothing; undefined when its suite noticed it.
 *
 * @param sound what was found of suites without a break, by their arguments
 */
function problemWith(
	each: Break,
	copy: string,
	sound: Map<string, string | undefined>,
): string | undefined {
	const places = placesOf(each.was, copy);
	if (places.length !== 1) return `its code stands ${places.length} times in the product`;
	const key = JSON.stringify([each.suite, each.tests]);
	if (!sound.has(key)) sound.set(key, problemWithout(run(each, copy)));
	if (sound.get(key) !== undefined) return sound.get(key);

	const [file] = places;
	const text = readFileSync(file, 'utf8');
	writeFileSync(
		file,
		text.replace(each.was, () => each.becomes),
	);
	try {
		const { broken, failed } = run(each, copy);
		if (broken !== undefined) return `the broken product cannot be run: ${broken}`;
		return failed.length > 0 ? undefined : 'its suite passes all the same';
	} finally {
		writeFileSync(file, text);
	}
}

function placesOf(code: string, copy: string): string[] {
	return folders
		.flatMap((folder) =>
			readdirSync(path.join(copy, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts'))
				.map((name) => path.join(copy, folder, name)),
		)
		.flatMap((file) => {
			const times = readFileSync(file, 'utf8').split(code).length - 1;
			return Array<string>(times).fill(file);
		});
}

function problemWithout({ broken, failed, passed }: Outcome): string | undefined {
	if (broken !== undefined) return `its suite cannot be run: ${broken}`;
	if (failed.length > 0) return `its suite fails without it: ${failed[0]}`;
	return passed.length > 0 ? undefined : 'no test has that name';
}

function run({ suite, tests }: Break, copy: string): Outcome {
	const output = path.join(copy, 'jest.json');
	const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
	const chosen = tests === undefined ? [] : ['-t', tests];
	const args = [jest, ...suite.args, ...chosen, '--json', `--outputFile=${output}`];
	rmSync(output, { force: true });
	const { stderr } = spawnSync(process.execPath, args, {
		cwd: copy,
		env: { ...process.env, ...suite.env },
		encoding: 'utf8',
		maxBuffer: Infinity,
	});
	if (!existsSync(output)) return { passed: [], failed: [], broken: stderr.slice(-500) };
	const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as JestResult;
	const results = testResults.flatMap(({ assertionResults }) => assertionResults);
	const withStatus = (wanted: string) =>
		results.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
	const unloaded = testResults.find(
		({ assertionResults, message }) => assertionResults.length === 0 && message !== '',
	);
	return { passed: withStatus('passed'), failed: withStatus('failed'), broken: unloaded?.message };
}
