const project = (name) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json' }] },
	testEnvironment: 'node',
	setupFiles: ['<rootDir>/test/silence.ts'],
});

/** `npm test` runs the first three; the end-to-end tests need a real n8n and have their own command. */
module.exports = {
	testTimeout: 30_000,
	projects: [project('unit'), project('emulator'), project('integration'), project('e2e')],
};
