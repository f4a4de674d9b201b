import type { RequestRules, CrossFieldRule } from '../../shared/rules/checkRequest';
import { exactlyOneOf, schedule } from '../../shared/rules/crossFieldRules';

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
	required: ['from', 'desc'],
	together: [exactlyOneOf('tts', 'fileurl', 'sid'), noneWithService, keysNeedService, schedule],
} satisfies RequestRules;
