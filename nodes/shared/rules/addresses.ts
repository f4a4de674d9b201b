import { asText, problem, type Reader } from './reader';

/** An email address (specification, "Shared sending parameters", `ne`). */
export const emailAddress: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/.test(text)
		? { value: text }
		: problem('must be an email address', 'Enter one address like name@example.com.');
};

/** An http or https address. */
export const webAddress: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
		? { value: text }
		: problem(
				'must be an address that starts with http:// or https://',
				'Enter the whole address, without spaces.',
			);
};

/** An address whose every `%` is part of an escape, so that its parts can be read. */
export const readableAddress: Reader<string> = (entered) => {
	const read = webAddress(entered);
	return 'problem' in read || isReadable(read.value)
		? read
		: problem(
				'holds a percent sign that is no part of an escape',
				'Write %25 for the sign itself, or paste the address anew.',
			);
};

function isReadable(address: string): boolean {
	try {
		return decodeURIComponent(address) !== undefined;
	} catch {
		return false;
	}
}

/** A domain name without a scheme or path (specification, "One-time codes", `webotp`). */
export const domainName: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(text)
		? { value: text }
		: problem('must be a domain name', 'Write it without http, like shop.example.com.');
};

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** An IP address, version 4 or 6. */
export const ipAddress: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	const isV6 =
		text.includes(':') && /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
	return IPV4.test(text) || isV6
		? { value: text }
		: problem('must be an IP address', 'Enter an address like 192.0.2.7.');
};
