import type { IExecuteFunctions } from 'n8n-workflow';

import { isFileContent } from './isFileContent';

/** Hosts of one machine or one network: the service refuses them (specification, "Send chat reply"). */
const INTERNAL =
	/^(?:localhost|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|\[(?:::1|f[cd].*|fe80:.*)\])$/i;

/**
 * Says that the service cannot open the address n8n gives to files; undefined where it may, and for files
 * that are linked.
 */
export function localFileHint(context: IExecuteFunctions): string | undefined {
	if (context.getNodeParameter('fileFrom', 0, 'link') !== 'input') return undefined;
	const hasFile = (item: number) =>
		isFileContent((name, fallback) => context.getNodeParameter(name, item, fallback));
	if (!context.getInputData().some((_, item) => hasFile(item))) return undefined;
	const { getInstanceBaseUrl } = context as Partial<IExecuteFunctions>;
	const address = getInstanceBaseUrl?.call(context) ?? '';
	if (!URL.canParse(address)) return undefined;
	const { hostname, origin } = new URL(address);
	if (!INTERNAL.test(hostname)) return undefined;
	return `The address of the file begins with ${origin}, which the service cannot open. Set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) of n8n to its public address, or set 'File From' to Link.`;
}
