// If this fails, npm test runs out of memory on a small machine.
import os from 'node:os';

/** Too few workers and `npm test` takes twice its time; too many and a small machine runs out of memory. */
const GB = 1e9;

function workersWith(cores: number, available: number): number {
	jest.spyOn(os, 'availableParallelism').mockReturnValue(cores);
	jest.spyOn(process, 'availableMemory').mockReturnValue(available);
	let workers = 0;
	jest.isolateModules(() => {
		workers = jest.requireActual<{ maxWorkers: number }>('../../../jest.config.js').maxWorkers;
	});
	return workers;
}

afterEach(() => jest.restoreAllMocks());

describe('the workers of Jest', () => {
	it.each([
		[1, 64, 2],
		[16, 64, 17],
		[16, 4, 2],
		[16, 0.2, 1],
	])('on %i cores with %f GB free are %i', (cores, available, workers) => {
		expect(workersWith(cores, available * GB)).toBe(workers);
	});
});
