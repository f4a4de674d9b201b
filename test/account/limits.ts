/** After so many milliseconds a request that is given a limit counts as lost; generous, since a busy machine answers late. */
export const TIMEOUT_MS = 2000;
/** A reply that is late for certain. */
export const DELAY_MS = 2600;
/** A scenario that takes longer hangs. */
export const LONGEST_SCENARIO_MS = 300_000;
