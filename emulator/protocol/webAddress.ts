/** Whether a text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
	if (/\s/.test(text) || !URL.canParse(text)) return false;
	return ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Whether a host of a URL is this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackHost(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
