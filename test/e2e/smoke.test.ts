// If this fails, the check of n8n's newest images passes or fails whatever n8n does with the package.
import { smokeTest } from '../../n8n/smoke';
import { stackForTests } from './support/stack';

const stack = stackForTests();

// That it fails where the nodes are not loaded, the test of the installation says.
it('holds for an n8n that has the package', async () => {
	jest.spyOn(console, 'log').mockImplementation(() => undefined);
	await smokeTest(stack.client);
	jest.restoreAllMocks();
});
