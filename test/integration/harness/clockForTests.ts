/** Everything that reads the time of day sees one that stands still; timers, and what measures durations, go on. */
export function clockForTests(now: string): void {
	beforeAll(() => {
		jest.useFakeTimers({
			now: new Date(now),
			doNotFake: [
				...(['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask'] as const),
				...(['clearTimeout', 'clearInterval', 'clearImmediate', 'performance', 'hrtime'] as const),
			],
		});
	});
	afterAll(() => jest.useRealTimers());
}
