/** One test as it went without a mutant. */
export interface Seen {
	name: string;
	ms: number;
	/** Processor time, which is the same on a busy machine. */
	cpuMs: number;
	/** Mutants whose code it ran. */
	ran: number[];
	passed: boolean;
}

/** What a test file runs. */
export interface Coverage {
	tests: Seen[];
	/** Mutants whose code runs while the file is loaded. */
	whileLoading: number[];
}

/** What the child is asked for. */
export type Task =
	| { kind: 'cover'; file: string }
	/** `tests`: their places in the order of the file. */
	| { kind: 'try'; file: string; mutant: number; tests: number[] };

/** Its answer; `failed` names the first test that noticed the mutant. */
export type Answer = { coverage: Coverage } | { failed: string | undefined };
