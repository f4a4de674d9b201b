import { emailAddress, readableAddress } from './addresses';
import { switchedOn, wholeNumber } from './numbers';
import { notificationPhone } from './phones';
import type { Reader } from './reader';
import { textOf } from './text';

/** Leaves a value as it is; a rule over several values reads it (see `schedule`). */
const asEntered: Reader = (entered) => ({ value: entered });

/** Readers of the parameters that all campaigns share (specification, "Send SMS"). */
export const sendingReaders: Record<string, Reader> = {
	desc: textOf(),
	int: wholeNumber(2, 180, 'seconds'),
	np: notificationPhone,
	ne: emailAddress,
	nu: readableAddress,
	validate: switchedOn,
	sendAt: asEntered,
	timeZone: asEntered,
};
