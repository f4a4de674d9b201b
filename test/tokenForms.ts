/** The token as it may stand somewhere: as it is, or as something on the way has written it. */
export function formsOfToken(token: string): string[] {
	const bytes = Buffer.from(token);
	const hex = bytes.toString('hex');
	const base64 = [0, 1, 2].map((offset) => withinBase64(bytes, offset));
	const inUrl = encodeURIComponent(token);
	const inForm = new URLSearchParams({ '': token }).toString().slice(1);
	const everyCharacter = hex.replace(/../g, '%$&');
	return [
		...new Set([
			...[token, JSON.stringify(token).slice(1, -1), inForm, inUrl, encodeURIComponent(inUrl)],
			...[hex, hex.toUpperCase(), everyCharacter, everyCharacter.toUpperCase()],
			...base64,
			...base64.map((form) => form.replace(/\+/g, '-').replace(/\//g, '_')),
		]),
	];
}

/** Tells whether a text holds the token in any of its forms. */
export function holdsToken(text: string, token: string): boolean {
	return formsOfToken(token).some((form) => text.includes(form));
}

/** What is the same of a text in base64, so many bytes behind the beginning of a group and whatever follows. */
function withinBase64(bytes: Buffer, offset: number): string {
	const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
	const begins = [0, 2, 3][offset];
	const certain = Math.floor(((offset + bytes.length) * 8) / 6);
	return shifted.slice(begins, certain);
}
