import { isTimeZone, scheduleParts, SERVICE_TIME_ZONE } from './times';
import { countRecipients } from './lists';
import type { CrossFieldRule } from './checkRequest';
import { EMPTY } from './reader';

/**
 * Replaces the entered time by the five parts the service takes (specification, "Shared sending parameters": all
 * five together). `sendAt` and `timeZone` are no wire names and leave the body.
 */
export const schedule: CrossFieldRule = (body, { now, timeZone }) => {
	const { sendAt, timeZone: chosen = SERVICE_TIME_ZONE } = body;
	delete body.sendAt;
	delete body.timeZone;
	const sendIn = String(chosen);
	if (!isTimeZone(sendIn)) {
		return [
			{
				wire: 'timeZone',
				rule: 'is no time zone',
				fix: 'Use a name like Asia/Jerusalem or Europe/Berlin.',
			},
		];
	}
	if (sendAt === undefined) return [];
	const parts = scheduleParts(sendAt, timeZone, sendIn, now);
	if ('problem' in parts) return [{ wire: 'sendAt', ...parts.problem }];
	Object.assign(body, parts.value);
	return [];
};

/** Notifications by email are not possible for a single number (specification, "Shared sending parameters", `ne`). */
export const noEmailForSingleNumber: CrossFieldRule = (body) =>
	body.ne !== undefined && countRecipients(body) === 1
		? [
				{
					wire: 'ne',
					rule: 'cannot be used when sending to a single number',
					fix: 'Remove the email address, or use the notification phone or URL.',
				},
			]
		: [];

/**
 * Exactly one of several parameters. A missing one is reported on the field that was shown and left
 * empty, one too many on the later field.
 *
 * @param wires their wire names
 */
export function exactlyOneOf(...wires: string[]): CrossFieldRule {
	return (body, { entered = {} }) => {
		const [first, second] = wires.filter((wire) => body[wire] !== undefined);
		if (first === undefined) {
			const shown =
				wires.find((wire) => entered[wire] !== undefined && entered[wire] !== null) ??
				wires.find((wire) => wire in entered);
			return [{ wire: shown ?? wires[0], ...EMPTY }];
		}
		return second === undefined
			? []
			: [
					{
						wire: second,
						rule: 'is filled beside a field that excludes it',
						fix: 'Fill one of them.',
					},
				];
	};
}
