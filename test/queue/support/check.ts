import { missingServices } from './services';

/**
 * Tells whether queue mode can be tested on this machine, and what it takes.
 *
 * @returns the exit code: 0 when Redis and PostgreSQL answer
 */
export async function main(): Promise<number> {
	const missing = await missingServices();
	for (const problem of missing) console.log(problem);
	return missing.length === 0 ? 0 : 1;
}
