import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * Deletes the files that a call brought: none of our webhooks takes any, and anybody can post some to their URLs.
 *
 * n8n 2.0 saves them before it asks the node, and leaves them on its disk; each knows how to delete itself (formidable,
 * `PersistentFile`). n8n 2.41 deletes them when the call is over. Delete this when 2.0 is no longer supported.
 */
export function deleteUploads(context: IWebhookFunctions): void {
	const { files } = (context.getBodyData() ?? {}) as { files?: unknown };
	if (typeof files !== 'object' || files === null) return;
	for (const file of Object.values(files).flat() as Array<{ destroy?: unknown } | undefined>) {
		if (typeof file?.destroy === 'function') file.destroy();
	}
}
