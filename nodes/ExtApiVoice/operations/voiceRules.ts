import { webAddress } from '../../shared/rules/addresses';
import type { RequestRules, CrossFieldRule } from '../../shared/rules/checkRequest';
import { wholeNumber } from '../../shared/rules/numbers';
import { sendingReaders } from '../../shared/rules/sendingReaders';
import { voiceCaller } from '../../shared/rules/senders';
import { oneOf, serviceCode, textOf } from '../../shared/rules/text';
import { exactlyOneOf, schedule } from '../../shared/rules/crossFieldRules';
import { digitsToWaitFor, stopTime } from '../../shared/rules/voice';

/** Some options belong to a text or a recording (specification, "Send voice"). */
const noneWithService: CrossFieldRule = (body) =>
	body.sid === undefined
		? []
		: ['getdigits', 'nextsid']
				.filter((wire) => body[wire] !== undefined)
				.map((wire) => ({
					wire,
					rule: 'works only with text to speech or an MP3 file',
					fix: 'Remove it, or choose another content.',
				}));

/**
 * Voicemail told by keys needs a menu, extension or numeric-code service, which a text or a recording is not:
 * without one everybody counts as unanswered, and with retries is called again and again.
 */
const keysNeedService: CrossFieldRule = ({ amd, sid, nextsid }) =>
	amd === 3 && sid === undefined && nextsid === undefined
		? [
				{
					wire: 'amd',
					rule: "cannot be 'Voicemail if No Key Was Pressed' without a telephony service: all calls would count as unanswered",
					fix: "Play a menu, extension or numeric-code service that saves its last value, or name one under 'Next Service Code'. Or choose another detection.",
				},
			]
		: [];

/** Rules of the specification's "Send voice", without those for the recipients. */
export const voiceRules = {
	readers: {
		...sendingReaders,
		from: voiceCaller,
		desc: textOf({ atLeast: 2, atMost: 100 }),
		sid: serviceCode,
		tts: textOf({ atMost: 1000 }),
		fileurl: webAddress,
		getdigits: digitsToWaitFor,
		nextsid: serviceCode,
		stop: stopTime,
		retry: wholeNumber(1, 10),
		retryint: wholeNumber(1, 30, 'minutes'),
		amd: wholeNumber(0, 3),
		lang: oneOf('he', 'ar', 'ru', 'en'),
		gender: oneOf('male', 'female'),
		data: textOf({ atMost: 50 }),
		constdata: textOf({ atMost: 50 }),
		endsid: serviceCode,
	},
	required: ['from', 'desc'],
	together: [exactlyOneOf('tts', 'fileurl', 'sid'), noneWithService, keysNeedService, schedule],
} satisfies RequestRules;
