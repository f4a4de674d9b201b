const os = require('node:os');

/** What a worker was seen to grow to: the limit below, and the file of tests that took it past that. */
const bytesOfWorker = 1.3e9;
/** For Jest's own process. */
const bytesOfJest = 0.5e9;

/** One more than there are cores, since tests that wait for a time limit need none; no more than the free memory holds. */
function maxWorkers() {
	const fitting = Math.floor((process.availableMemory() - bytesOfJest) / bytesOfWorker);
	return Math.max(1, Math.min(os.availableParallelism() + 1, fitting));
}

const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json' }] },
	testEnvironment: '<rootDir>/test/environment.cjs',
	setupFiles: ['<rootDir>/test/silence.ts'],
});

/** `npm test` runs the first three; the others have commands of their own. */
module.exports = {
	testTimeout: 120_000,
	maxWorkers: maxWorkers(),
	// With a limit Jest runs no file in its own process, however few cores there are, and starts a worker anew that has
	// grown past it: every file leaves some of n8n's modules behind.
	workerIdleMemoryLimit: '700MB',
	projects: [
		...['unit', 'integration', 'emulator', 'differential', 'queue', 'account'].map(project),
		{
			...project('e2e'),
			setupFilesAfterEnv: ['<rootDir>/test/e2e/support/patience.ts'],
			globalSetup: '<rootDir>/test/e2e/support/startOnce.ts',
			globalTeardown: '<rootDir>/test/e2e/support/stopOnce.ts',
		},
	],
};
