import './buildOnce';

/** Deletes the package of the run after its last file. */
export default async function removeBuild(): Promise<void> {
	await globalThis.removeBuiltPackage?.();
}
