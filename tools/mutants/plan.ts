import type { Coverage, Seen } from './messages';
import type { Mutant } from './weave';

/** A test file and what its tests run. */
export interface Covered extends Coverage {
	file: string;
}

/** Tests of one file that concern a mutant, by their places in it. */
export interface Step {
	file: string;
	tests: number[];
	/** How long they take without the mutant, in milliseconds. */
	ms: number;
	/** The processor time of that. */
	cpuMs: number;
}

/** Slower tests are left to the suites they belong to. */
const MOST_CPU_MS_OF_A_TEST = 3_000;
/** All tests of a mutant together; a mutant that lives has had whole files, and the quickest tests of the others. */
const MOST_CPU_MS_OF_A_MUTANT = 60_000;
/** Of a file that takes longer than what is left of that, as stories do: so long at most. */
const MOST_CPU_MS_OF_A_FILE = 30_000;

/**
 * The tests that concern a mutant, the quickest files first. One in code that runs while a module is loaded concerns the
 * tests that run any other code of its file, or else those that load it.
 */
export function planOf(mutant: Mutant, mutants: Mutant[], covered: Covered[]): Step[] {
	const isAtLoad = covered.some(({ whileLoading }) => whileLoading.includes(mutant.id));
	const neighbors = mutants.filter(({ file }) => isAtLoad && file === mutant.file);
	const ids = new Set([mutant, ...neighbors].map(({ id }) => id));
	const running = stepsOf(covered, ({ ran }) => ran.some((id) => ids.has(id)));
	const loading = covered.filter(({ whileLoading }) => whileLoading.includes(mutant.id));
	const steps = running.length > 0 ? running : stepsOf(loading, () => true);
	return shortened(steps.sort((a, b) => a.cpuMs - b.cpuMs));
}

function stepsOf(covered: Covered[], concerns: (test: Seen) => boolean): Step[] {
	return covered
		.map((file) => stepOf(file, concerned(file, concerns)))
		.filter(({ tests }) => tests.length > 0);
}

/** A test with its place in its file. */
interface Placed {
	index: number;
	test: Seen;
}

/** The tests of a file that concern a mutant, the quickest first as far as they fit. */
function concerned({ tests }: Covered, concerns: (test: Seen) => boolean): Placed[] {
	const all = tests
		.map((test, index): Placed => ({ index, test }))
		.filter(({ test }) => test.passed && test.cpuMs < MOST_CPU_MS_OF_A_TEST && concerns(test))
		.sort((one, other) => one.test.cpuMs - other.test.cpuMs);
	let sum = 0;
	return all.filter(({ test }) => (sum += test.cpuMs) <= MOST_CPU_MS_OF_A_FILE);
}

function stepOf({ file }: Covered, placed: Placed[]): Step {
	return {
		file,
		tests: placed.map(({ index }) => index).sort((one, other) => one - other),
		ms: placed.reduce((sum, { test }) => sum + test.ms, 0),
		cpuMs: placed.reduce((sum, { test }) => sum + test.cpuMs, 0),
	};
}

function shortened(steps: Step[]): Step[] {
	let sum = 0;
	return steps.filter(({ cpuMs }) => {
		if (sum > 0 && sum + cpuMs > MOST_CPU_MS_OF_A_MUTANT) return false;
		sum += cpuMs;
		return true;
	});
}
