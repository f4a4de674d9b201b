import { buildPackage, handOver } from '../../../n8n/buildPackage';

declare global {
	/** Deletes what was built for the run; for {@link removeBuild}. */
	var removeBuiltPackage: (() => Promise<void>) | undefined;
}

/** Builds the package before the first file of a run, so that each of them need not. */
export default async function buildOnce(): Promise<void> {
	const packed = await buildPackage(() => undefined);
	Object.assign(process.env, handOver(packed));
	globalThis.removeBuiltPackage = packed.remove;
}
