import { chatOperations } from './chat';
import { contactOperations } from './contacts';
import { otherOperations } from './others';
import type { AccountedOperation } from './operation';
import { questionOperations } from './questions';
import { smsAndVoiceOperations } from './smsAndVoice';

/** Every operation that sends or changes something. */
export const operations: AccountedOperation[] = [
	...smsAndVoiceOperations,
	...chatOperations,
	...contactOperations,
	...otherOperations,
	...questionOperations,
];

/** One of them by its name. Throws for another name. */
export function operationOf(name: string): AccountedOperation {
	const found = operations.find((operation) => operation.name === name);
	if (found === undefined) throw new Error(`no operation ${name}`);
	return found;
}
