// If this fails, an error of the service is explained as another one.
import { explainErrorText } from '../../../nodes/shared/service/errorTexts';

describe('the words of the service', () => {
	it.each([
		['`interface token` is `invalid`', 'interface token is invalid'],
		['`from` is required', 'from is required'],
	])('mean the same in backticks: %s', (quoted, plain) => {
		expect(explainErrorText(plain)).toBeDefined();
		expect(explainErrorText(quoted)).toBe(explainErrorText(plain));
	});

	it.each([
		'https://shop.example/invoice.pdf?token=invalid&permission=denied',
		'https%3A%2F%2Fshop.example%2Finvoice.pdf%3Ftoken%3Dinvalid',
		'/files/invoice.pdf?id=7&token=not+valid',
	])('are explained, and not the address that they quote: %s', (address) => {
		const words = 'host unresolved';
		expect(explainErrorText(`${words}: ${address}`)).toBe(explainErrorText(words));
		expect(explainErrorText(`something else ${address}`)).toBeUndefined();
	});
});
