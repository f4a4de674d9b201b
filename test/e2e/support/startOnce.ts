import { startHost } from '../../../demo/startStack';
import { buildPackage, handOver } from '../../../n8n/buildPackage';
import { share } from './sharedHost';

declare global {
	/** Ends what was started for the run; for the global teardown. */
	var stopShared: (() => Promise<void>) | undefined;
}

/** Builds the package and starts the n8n that the files of a run share, so that each of them need not. */
export default async function startOnce(): Promise<void> {
	const packed = await buildPackage(() => undefined);
	Object.assign(process.env, handOver(packed));
	const host = await startHost();
	globalThis.stopShared = async () => {
		await host.stop();
		await packed.remove();
	};
	Object.assign(process.env, share(host));
}
