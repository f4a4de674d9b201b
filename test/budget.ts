/** How many random cases a suite plays, and for how long. */
export interface Budget {
	runs: number;
	/** Milliseconds after which no further case is begun; Infinity where a number of cases is asked for. */
	ms: number;
}

/**
 * A suite of random cases plays those of its seed in their order: as many as are asked for, however long that takes, else
 * as many as fit into some time. So a busy machine plays fewer of them instead of taking longer than a landing may.
 *
 * @param asked the environment's number of cases, such as `ACCOUNT_RUNS`
 * @param most how many there are at the most where none is asked for
 */
export function budgetOf(asked: string | undefined, most: number, seconds: number): Budget {
	return asked === undefined
		? { runs: most, ms: seconds * 1_000 }
		: { runs: Number(asked), ms: Infinity };
}
