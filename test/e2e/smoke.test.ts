// If this fails, the check of n8n's newest images passes whatever n8n does with the package.
import { buildPackage } from '../../n8n/buildPackage';
import { ensureN8n, type N8nInstallation } from '../../n8n/install';
import { smokeTest } from '../../n8n/smoke';
import { startN8n } from '../../n8n/start';

let installation: N8nInstallation;
beforeAll(async () => {
	installation = await ensureN8n(process.env.N8N_TEST_VERSION);
	jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => jest.restoreAllMocks());

async function smokeTestOf(tarballs: string[]): Promise<void> {
	const n8n = await startN8n({ installation, tarballs });
	try {
		await smokeTest(n8n.url);
	} finally {
		await n8n.stop();
	}
}

it('holds for an n8n that has the package', async () => {
	const packed = await buildPackage(() => undefined);
	try {
		await smokeTestOf([packed.tarball]);
	} finally {
		await packed.remove();
	}
});

it('fails for an n8n that has not loaded the nodes', async () => {
	await expect(smokeTestOf([])).rejects.toThrow('Unrecognized node type: n8n-nodes-extapi.');
});
