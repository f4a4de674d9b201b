// If this fails, a question arrives without its link, or the page shows a link to itself.
import { messageWithLink, messageWithoutLink } from '../../../nodes/shared/question/messageText';

describe('the message', () => {
	it('has the link where it was placed, otherwise at its end', () => {
		expect(messageWithLink(['Refund? ', ' Thanks'], 'L')).toBe('Refund? L Thanks');
		expect(messageWithLink(['Refund?\n'], 'L')).toBe('Refund?\nL');
	});

	it('takes a link as it is', () => {
		expect(messageWithLink(['', ''], 'https://x/?a=$&b=$1')).toBe('https://x/?a=$&b=$1');
	});

	it('is shown without a link to itself', () => {
		expect(messageWithoutLink(['Refund?\nHere: ', '\nThanks'])).toBe('Refund?\nHere:\nThanks');
	});
});
