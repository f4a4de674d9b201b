import { everyOperation } from './operations';

/**
 * The parameters the specification documents for each operation, by wire name, from the rows of
 * test/operations. `schedule` means `dh`, `di`, `dy`, `dm` and `dd`, which the service takes
 * only together.
 */
export const documentedParameters: Record<string, string[]> = Object.fromEntries(
	everyOperation.map(({ name, documented }) => [name, Object.keys(documented)]),
);
