const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json' }] },
	testEnvironment: 'node',
	setupFiles: ['<rootDir>/test/silence.ts'],
});

/** `npm test` runs the first three; the others have commands of their own. */
module.exports = {
	testTimeout: 30_000,
	// Executions that a test leaves waiting look at their campaigns for up to an hour.
	forceExit: true,
	projects: [
		...['unit', 'integration', 'emulator', 'differential', 'queue'].map(project),
		{
			...project('e2e'),
			setupFilesAfterEnv: ['<rootDir>/test/e2e/support/patience.ts'],
			globalSetup: '<rootDir>/test/e2e/support/buildOnce.ts',
			globalTeardown: '<rootDir>/test/e2e/support/removeBuild.ts',
		},
		{ ...project('account'), testEnvironment: '<rootDir>/test/account/environment.cjs' },
	],
};
