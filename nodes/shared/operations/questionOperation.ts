// What the operations that ask a person have in common.
import { optionsFields, type Field } from '../fields/field';
import type { QuestionKind } from '../ask/question';
import { answerersField, questionFields, questionOptions } from '../ask/questionFields';
import { sendAndWait } from '../ask/sendAndWait';
import type { CollectiveOperation } from './operation';
import { SEND_AND_WAIT } from './waitingWebhook';

/** What differs between channels. */
interface QuestionChannel
	extends
		Pick<CollectiveOperation, 'resource' | 'action' | 'description' | 'endpoint'>,
		Pick<QuestionKind, 'recipientWire' | 'longest'> {
	/** Says who can be asked. */
	hint?: string;
	/** The channel's own fields, in their places. */
	fields: Field[];
	options: Field[];
}

/** The operation that asks a person, by a link to its page (specification, "One-time codes"). */
export function questionOperation({
	recipientWire,
	longest,
	hint,
	fields: own,
	options,
	...channel
}: QuestionChannel): CollectiveOperation {
	const fields: Field[] = [
		{ ...answerersField(recipientWire), hint },
		...own,
		...questionFields,
		...optionsFields(questionOptions, options),
	];
	const kind: QuestionKind = { url: channel.endpoint, fields, recipientWire, longest };
	return {
		...channel,
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT,
		effect: 'once',
		fields,
		overAllItems: async (context) => await sendAndWait(context, kind),
	};
}
