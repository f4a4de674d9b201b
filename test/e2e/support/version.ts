import { defaultVersion } from '../../../n8n/cache';

/** The version of n8n this run is about. */
export const version = process.env.N8N_TEST_VERSION ?? defaultVersion;

/** Whether it is one of the older ones, which lack some of what the newest has. */
export const isOld = version !== defaultVersion;

/**
 * On an older version, what represents the rest there; all on the newest, and when everything was asked for
 * (`npm run test:all -- matrix --all`). For long tables whose rows differ in what our nodes do, not in what n8n does.
 */
export function standingFor<T>(all: T[], isChosen: (row: T, index: number) => boolean): T[] {
	return isOld && process.env.N8N_TEST_ALL === undefined ? all.filter(isChosen) : all;
}
