import type { AppendStyle } from '../state/settings';

/**
 * The address a notification is fetched from. `correct` uses `&` when the address has a query already; the other two join
 * with the one character whatever the address looks like, as careless services do. A fragment is dropped.
 */
export function notificationAddress(
	nu: string,
	query: Record<string, string>,
	style: AppendStyle,
): string {
	const base = nu.split('#')[0];
	const encoded = new URLSearchParams(query).toString();
	if (style === 'question') return `${base}?${encoded}`;
	if (style === 'ampersand') return `${base}&${encoded}`;
	if (!base.includes('?')) return `${base}?${encoded}`;
	return /[?&]$/.test(base) ? `${base}${encoded}` : `${base}&${encoded}`;
}
