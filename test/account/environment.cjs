const { TestEnvironment } = require('jest-environment-node');

/**
 * Tells the test about errors that nobody waited for, which n8n would log as uncaught: inside the sandbox Jest lets
 * nobody listen for them.
 */
module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		this.global.unheardErrors = [];
	}

	handleTestEvent(event) {
		if (event.name === 'error') this.global.unheardErrors.push(event.error);
	}
};
