import { optionsFields, type Field } from '../fields/field';
import type { QuestionKind } from '../ask/question';
import { answerersField, pageFields, questionMessageField } from '../ask/questionFields';
import { questionOptions } from '../ask/questionOptions';
import { sendAndWait } from '../ask/sendAndWait';
import { textOf } from '../rules/text';
import type { CollectiveOperation } from './operation';
import { SEND_AND_WAIT } from './waitingWebhook';

/** What is particular to the question of a channel. */
interface QuestionChannel
	extends
		Pick<CollectiveOperation, 'resource' | 'action' | 'description' | 'endpoint'>,
		Pick<QuestionKind, 'recipientWire' | 'messagesOf'> {
	/** What else is said of whom it is put to, and of its message. */
	answerers?: Partial<Field>;
	message: Pick<Field, 'description'> & { atMost: number };
	/** Fields between the message and the page. */
	fields?: Field[];
	options: Field[];
}

/** Makes the operation that asks a person, with a link to its answer page (specification, "One-time codes"). */
export function questionOperation({
	recipientWire,
	messagesOf,
	answerers,
	message: { atMost, description },
	fields: others = [],
	options,
	...channel
}: QuestionChannel): CollectiveOperation {
	const fields: Field[] = [
		{ ...answerersField(recipientWire), ...answerers } as Field,
		{ ...questionMessageField, reader: textOf({ atMost }), description },
		...others,
		...pageFields,
		...optionsFields(questionOptions, ...options),
	];
	const kind: QuestionKind = { url: channel.endpoint, fields, recipientWire, messagesOf };
	return {
		...channel,
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT,
		effect: 'once',
		fields,
		overAllItems: async (context) => await sendAndWait(context, kind),
	};
}
