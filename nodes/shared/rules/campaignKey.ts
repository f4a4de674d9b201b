import { asText, isEmpty, problem, type Reader } from './reader';

/**
 * Reads a Campaign Key. An object would be the same text as every other object, so that whoever got
 * one message would be left out of all.
 *
 * @returns the key without the space around it
 */
export const readCampaignKey: Reader<string> = (entered) => {
	if (isEmpty(entered)) {
		return problem(
			'is empty',
			'Enter a key, or remove the option: without a key nobody would be left out.',
		);
	}
	const text = asText(entered);
	return text === undefined
		? problem(
				'must be text or a number',
				'Use a field that holds one, such as {{ $json.orderId }}.',
			)
		: { value: text.trim() };
};
