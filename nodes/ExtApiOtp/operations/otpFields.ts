// Fields of both one-time code operations.
import type { Field } from '../../shared/fields/field';
import { phoneNumberField } from '../../shared/fields/sendingOptions';
import type { Resource } from '../../shared/operations/operation';
import { wholeNumber, asText, problem, type Reader } from '../../shared/rules/reader';

export const codeResource: Resource = { name: 'Code', value: 'code' };

/** The phone of a one-time code (specification, "One-time codes"). */
export const phoneField = phoneNumberField({
	description: 'Landline or mobile, local with the leading 0 or international',
});

export const codeLengthOption: Field = {
	displayName: 'Code Length',
	name: 'codeLength',
	type: 'number',
	typeOptions: { minValue: 3, maxValue: 8 },
	default: 5,
	description:
		"Number of digits in the code, 3 to 8. If you set it, use the same value in 'Send' and 'Verify'.",
	wire: 'codelen',
	reader: wholeNumber(3, 8, 'digits'),
};

export const validityOption: Field = {
	displayName: 'Validity (Minutes)',
	name: 'validity',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 60 },
	default: 10,
	description:
		"How many minutes the code is valid, 1 to 60. If you set it, use the same value in 'Send' and 'Verify'.",
	wire: 'minvalid',
};

/** A code chosen by a person (specification, "One-time codes", `precode`). */
export const chosenCode: Reader<string> = (entered) => {
	const text = asText(entered)?.trim() ?? '';
	return /^\d{3,8}$/.test(text)
		? { value: text }
		: problem('must have 3 to 8 digits and nothing else', 'Enter such a code.');
};
