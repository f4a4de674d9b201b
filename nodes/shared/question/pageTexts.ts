/** What is said at the top of a page that only tells something. */
export interface Notice {
	title: string;
	text: string;
}

/** Everything the page says by itself. */
export interface PageTexts {
	direction: 'ltr' | 'rtl';
	/** Title of the page with the question. */
	question: string;
	approve: string;
	decline: string;
	/** Label of a free-text answer, and the button that sends it or a form. */
	yourAnswer: string;
	send: string;
	/** The choice of a dropdown before anything is chosen. */
	choose: string;
	/** What is said of fields that are empty, or hold what does not fit. */
	empty: string;
	wrongNumber: string;
	wrongEmail: string;
	wrongDate: string;
	tooLong: string;
	/**
	 * The page that asks for a one-time code. `codeSent` is followed by the end of the phone number, and so is
	 * `codeSentNow`: a code was entered where none was sent, or too long ago.
	 */
	codeTitle: string;
	codeSent: string;
	codeSentNow: string;
	code: string;
	confirm: string;
	newCode: string;
	wrongCode: string;
	tooManyCodes: string;
	tooManyTries: string;
	/** No code was sent; none can be, whatever the person does; nobody knows whether one was. */
	codeFailed: string;
	codeRefused: string;
	codeUnsure: string;
	/** A code was not checked; a code was checked, and nobody knows with what result. */
	codeUnchecked: string;
	codeSpent: string;
	/** A message to the others; the phone of whoever answered follows. */
	answeredBy: string;
	/** Pages that only tell something. */
	thanks: Notice;
	answered: Notice;
	expired: Notice;
	invalid: Notice;
	later: Notice;
	unclear: Notice;
}
