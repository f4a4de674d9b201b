const { TestEnvironment } = require('jest-environment-node');

/**
 * Ends what a file of tests leaves running. A timer that is left keeps all modules of the file in memory: n8n-core
 * alone starts one a minute long, and an execution that a test leaves waiting looks at its campaign for an hour.
 *
 * Also tells a test about errors that no one waited for, which n8n would log as uncaught: inside the sandbox Jest lets
 * no one listen for them.
 */
module.exports = class extends TestEnvironment {
	timers = new Set();

	async setup() {
		await super.setup();
		this.global.unheardErrors = [];
		for (const name of ['setTimeout', 'setInterval']) {
			const start = this.global[name];
			const starting = (...args) => {
				const timer = start(...args);
				this.timers.add(timer);
				return timer;
			};
			// Such as what util.promisify makes of it.
			this.global[name] = Object.defineProperties(starting, {
				...Object.getOwnPropertyDescriptors(start),
				name: { value: name },
			});
		}
	}

	handleTestEvent(event) {
		if (event.name === 'error') this.global.unheardErrors?.push(event.error);
	}

	async teardown() {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
		await super.teardown();
	}
};
