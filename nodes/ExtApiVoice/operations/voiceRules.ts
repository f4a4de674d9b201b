import { webAddress } from '../../shared/validation/addresses';
import type { RequestRules, CrossFieldRule } from '../../shared/validation/checkRequest';
import { wholeNumber } from '../../shared/validation/numbers';
import { sendingReaders } from '../../shared/validation/sendingReaders';
import { voiceCaller } from '../../shared/validation/senders';
import { digits, oneOf, textOf } from '../../shared/validation/text';
import { exactlyOneOf, schedule } from '../../shared/validation/crossFieldRules';
import { digitsToWaitFor, stopTime } from '../../shared/validation/voice';

/** Some options belong to a text or a recording (specification, "Send voice message"). */
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

/** Rules of the specification's "Send voice message", without those for the recipients. */
export const voiceRules = {
	readers: {
		...sendingReaders,
		from: voiceCaller,
		desc: textOf({ atLeast: 2, atMost: 100 }),
		sid: digits(1, 15),
		tts: textOf({ atMost: 1000 }),
		fileurl: webAddress,
		getdigits: digitsToWaitFor,
		nextsid: digits(1, 15),
		stop: stopTime,
		retry: wholeNumber(1, 10),
		retryint: wholeNumber(1, 30, 'minutes'),
		amd: wholeNumber(0, 3),
		lang: oneOf('he', 'ar', 'ru', 'en'),
		gender: oneOf('male', 'female'),
		data: textOf({ atMost: 50 }),
		constdata: textOf({ atMost: 50 }),
		endsid: digits(1, 15),
	},
	required: ['from', 'desc'],
	together: [exactlyOneOf('tts', 'fileurl', 'sid'), noneWithService, schedule],
} satisfies RequestRules;
