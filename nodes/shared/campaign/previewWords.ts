import { counted } from '../rules/text';

/** What a page says by itself of what would be sent. */
export interface PreviewWords {
	warnings: string;
	cost: string;
	/** Title of the messages, and what their number is called. */
	messages: string;
	recipients: string;
	timeZones: string;
	leftOut: string;
	refused: string;
	/** A number of rows, and of messages. */
	rows(count: number): string;
	each(count: number): string;
	/** Three messages or more. */
	threeOrMore: string;
	/** A number of messages that each recipient of a list gets. */
	perRecipient(messages: string): string;
	/** Of distribution lists. */
	unknownRecipients: string;
	/** Title of who sends it and when, and its lines. */
	campaign: string;
	name: string;
	sender: string;
	/** The sender that the account has. */
	ownSender: string;
	language: string;
	begins: string;
	atOnce: string;
	/** Of an expression that reads the clock. */
	byRule: string;
	/** Follows the two where there are quiet hours. */
	afterQuiet: string;
	localTime: string;
	quietHours: string;
	/** Of days from Sunday on. */
	day(index: number): string;
	spreadOver: string;
	hours(count: number): string;
	delay: string;
	seconds(count: number): string;
	/** Said where there are more different messages than are shown. */
	firstOf(shown: number, all: number): string;
}

/** A day of the week by its number from Sunday on, as a language calls it. */
export function dayIn(language: string, index: number): string {
	// The first of this month was a Sunday.
	const day = new Date(Date.UTC(2023, 0, 1 + index));
	return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(day);
}

export const englishPreview: PreviewWords = {
	warnings: 'Warnings',
	cost: 'Cost',
	messages: 'Messages',
	recipients: 'Recipients',
	timeZones: 'Local time of recipients',
	leftOut: 'Left out',
	refused: 'Refused',
	rows: (count) => counted(count, 'row'),
	each: (count) => counted(count, 'message'),
	threeOrMore: '3 messages or more',
	perRecipient: (messages) => `${messages} per recipient`,
	unknownRecipients: 'Only the service knows how many recipients the lists have.',
	campaign: 'Campaign',
	name: 'Description',
	sender: 'Sender',
	ownSender: "The account's sender",
	language: 'Template language',
	begins: 'Sending begins',
	atOnce: 'At once',
	byRule: 'Set by an expression when it is sent',
	afterQuiet: ', or when quiet hours end',
	localTime: 'local time of recipients',
	quietHours: 'Quiet hours',
	day: (index) => dayIn('en', index),
	spreadOver: 'Spread over',
	hours: (count) => counted(count, 'hour'),
	delay: 'Delay between recipients',
	seconds: (count) => counted(count, 'second'),
	firstOf: (shown, all) => `The first ${shown} of ${all} different messages.`,
};
