/** What an error text of the service means to the person who reads it, and what to do about it. */
interface ErrorText {
	pattern: RegExp;
	/** What happened, as a sentence without a full stop. */
	what: string;
	/** How to fix it, in sentences. */
	fix: string;
}

/**
 * Error texts of the specification ("Error words" and the rules of each endpoint), most specific first: those whose words
 * do not say by themselves what happened and what to do. The service's own words are shown beside these.
 */
export const errorTexts: ErrorText[] = [
	{
		pattern: /file url|host unresolved/i,
		what: 'The service cannot fetch the file from this URL',
		fix: 'Use an http or https URL that anyone on the internet can open. For files of the workflow, set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) to a public URL of n8n.',
	},
	{
		pattern: /your ip is blocked|ip not allowed/i,
		what: 'The token may not be used from this IP address',
		fix: "Add this n8n server's public IP address to the token's allow-list in the service, or use a token without an allow-list.",
	},
	{
		pattern: /permission denied|lacks .{0,60}permission/i,
		what: 'The token lacks a permission this operation needs',
		fix: "Give the token the permission in the service, or choose another credential. See 'Credentials' in the package's documentation.",
	},
	{
		pattern: /(?:invalid|missing) token|token (?:is )?(?:invalid|missing)/i,
		what: 'The service does not accept the token',
		fix: 'Copy the whole token into the credential again. It must belong to this account, be the newest one and have the permission for this operation.',
	},
	{
		pattern: /sub user not active|get subuser data error/i,
		what: 'The sub-admin behind the token is inactive or deleted',
		fix: 'Activate the sub-admin in the service, or use another token.',
	},
	{
		pattern: /service (is )?(not active|inactive|off)/i,
		what: 'This service is switched off in the account',
		fix: 'Ask the service to switch it on for the account. A token permission alone is not enough.',
	},
	{
		pattern: /window/i,
		what: 'The reply window for this recipient is closed',
		fix: "A free-form reply is possible for 24 hours after the recipient last wrote. Use 'Send Template' instead.",
	},
	{
		pattern: /several chat numbers/i,
		what: 'The account has several chat numbers and none was chosen',
		fix: "Set 'Sender' to the chat number to send from.",
	},
	{
		pattern: /^from is required/i,
		what: 'Sender is missing, and the token has no default sender',
		fix: 'Enter a sender that is approved in the account.',
	},
	{
		pattern: /sender id/i,
		what: 'The sender ID is not approved',
		fix: "Use a sender ID approved in the account, or verify the number first with the 'Sender ID' operations.",
	},
	{
		pattern: /^(?:sid|nextsid|endsid|vmssid) |not a telephony service/i,
		what: 'The account has no telephony service with this code, or it is of another kind',
		fix: "Copy the code from the service's list of telephony services.",
	},
	{
		pattern: /get=1|post=2|invalid json body|^no ip$/i,
		what: 'The service cannot read the request',
		fix: 'Look for a proxy between n8n and the service that changes requests.',
	},
	{
		pattern: /^system 1|system error/i,
		what: 'The service has an internal fault',
		fix: 'Run again in a few minutes. If it happens again, report it to the service.',
	},
];

/** Finds what an error text of the service means, or undefined for one that is not documented. */
export function explainErrorText(description: string): ErrorText | undefined {
	const words = description.replaceAll('`', '').trim();
	return errorTexts.find(({ pattern }) => pattern.test(words));
}
