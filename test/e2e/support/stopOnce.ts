import './startOnce';

/** Ends n8n, and deletes the package, after the last file of a run. */
export default async function stopOnce(): Promise<void> {
	await globalThis.stopShared?.();
}
