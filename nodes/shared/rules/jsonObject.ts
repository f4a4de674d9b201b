import type { IDataObject } from 'n8n-workflow';

/** An object, or text that holds one as JSON, where no text at all is none of its values; undefined for anything else. */
export function jsonObject(entered: unknown): IDataObject | undefined {
	let value = entered;
	if (typeof entered === 'string') {
		try {
			value = JSON.parse(entered.trim() === '' ? '{}' : entered);
		} catch {
			return undefined;
		}
	}
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as IDataObject) : undefined;
}
