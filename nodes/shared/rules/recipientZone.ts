import { asText, isEmpty, type Reader } from './reader';
import { noTimeZone, usualZoneName } from './timeZones';
import { SERVICE_TIME_ZONE } from './times';

/** What the option is called. */
export const RECIPIENT_ZONE = 'Recipient Time Zone';

/** Not EST, which keeps winter time in summer, nor Etc/GMT+3, which means three hours behind UTC. */
const NAME = /^(?:(?!etc\/)[a-z]+\/[\w/+-]+|(?:etc\/)?utc)$/i;
const OFFSET = /^([+-](?:0\d|1[0-4])):?([0-5]\d)$/;

/**
 * The time zone that a row holds: an IANA name, however it is spelled, or an offset. The service's where the row names
 * none.
 */
export const recipientZone: Reader<string> = (entered) => {
	if (isEmpty(entered) && !Array.isArray(entered)) return { value: SERVICE_TIME_ZONE };
	const text = (asText(entered) ?? '').trim();
	const [, hours, minutes] = OFFSET.exec(text) ?? [];
	if (hours !== undefined) return { value: `${hours}:${minutes}` };
	const name = NAME.test(text) ? usualZoneName(text) : undefined;
	return name === undefined ? noTimeZone(entered) : { value: name };
};
