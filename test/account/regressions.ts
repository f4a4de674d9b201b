import type { Scenario } from './scenario';

/** Scenarios that once broke the account, as the test printed them; played before the random ones. */
export const regressions: Array<{ found: string; scenario: Scenario }> = [];
