import type { Failure } from 'n8n-workflow';

/** What an error text of the service means to the person who reads it, and what to do about it. */
interface ErrorText {
	pattern: RegExp;
	/** What happened, as a sentence without a full stop. */
	what: string;
	/** How to fix it, in sentences. */
	fix: string;
	/** Why it failed, in n8n's word for it, where n8n has one. */
	cause?: Failure['cause'];
	/** True where the service's own words hold its parameter names and add nothing: they are not shown. */
	hidesWords?: true;
}

/**
 * Error texts of the specification ("Error words" and the rules of each endpoint), most specific first: those whose words
 * do not say by themselves what happened and what to do. The service's own words are shown beside these, unless they
 * only name its parameters.
 */
export const errorTexts: ErrorText[] = [
	// Access: token, permissions, IP addresses, account services ("Tokens and permissions").
	{
		pattern: /your ip is blocked|ip not allowed/i,
		what: 'The token may not be used from this IP address',
		fix: "Add this n8n server's public IP address to the token's allow-list in the service, or use a token without an allow-list.",
	},
	{
		pattern: /^no ip$/i,
		what: 'The service cannot see the IP address of the request',
		fix: 'Look for a proxy between n8n and the service that hides the address, then run again.',
	},
	{
		pattern: /sub-?admin chat permission denied/i,
		what: "The sub-admin behind the token may not use the account's chat channel",
		fix: 'Ask the account owner to give the sub-admin the chat permission, or use a token of the main account.',
		cause: 'credential-invalid',
	},
	{
		pattern: /permission/i,
		what: 'The token lacks a permission this operation needs',
		fix: "Give the token the permission in the service, or choose another credential. See 'Credentials' in the package's documentation.",
		cause: 'credential-invalid',
	},
	{
		pattern: /token/i,
		what: 'The service does not accept the token',
		fix: 'Copy the whole token into the credential again. It must belong to this account, be the newest one and have the permission for this operation.',
		cause: 'credential-invalid',
	},
	{
		pattern: /sub user not active|get subuser data error/i,
		what: 'The sub-admin behind the token is inactive or deleted',
		fix: 'Activate the sub-admin in the service, or use another token.',
		cause: 'credential-invalid',
	},
	{
		pattern: /service (is )?(not active|inactive|off)/i,
		what: 'This service is switched off in the account',
		fix: 'Ask the service to switch it on for the account. A token permission alone is not enough.',
	},
	// Chat replies (specification, "Send chat reply").
	{
		pattern: /window/i,
		what: 'The reply window for this recipient is closed',
		fix: "A free-form reply is possible for 24 hours after the recipient last wrote. Use 'Send Template' instead.",
	},
	{
		pattern: /removed from .{0,60}mailing list/i,
		what: "The recipient opted out of the account's messages",
		fix: 'Remove the recipient from your list until they opt back in.',
	},
	{
		pattern: /several chat numbers/i,
		what: 'The account has several chat numbers and none was chosen',
		fix: "Set 'Sender' to the chat number to send from.",
	},
	{
		pattern: /file url|host unresolved/i,
		what: 'The service cannot fetch the file from this URL',
		fix: 'Use an http or https URL that anyone on the internet can open. For files of the workflow, set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) to a public URL of n8n.',
	},
	// Templates, senders, recipients, campaigns.
	{
		pattern: /resync/i,
		what: "The template's stored data is missing or outdated",
		fix: 'Synchronize the templates in the service, then try again.',
	},
	{
		pattern: /^`?from`? is required/i,
		what: 'Sender is missing, and the token has no default sender',
		fix: 'Enter a sender that is approved in the account.',
		hidesWords: true,
	},
	{
		pattern: /sender id/i,
		what: 'The sender ID is not approved',
		fix: "Use a sender ID approved in the account, or verify the number first with the 'Sender ID' operations.",
		cause: 'configuration-invalid',
	},
	{
		pattern: /invalid caller number/i,
		what: 'The caller number is not defined in the account',
		fix: 'Use a number defined in the account, or 0 for a hidden number.',
		cause: 'configuration-invalid',
	},
	{
		pattern: /list not found/i,
		what: 'The distribution list does not exist',
		fix: 'Check the list code in the service: it must belong to the account of the token.',
		cause: 'configuration-invalid',
	},
	{
		pattern: /campaign not found or not pending/i,
		what: 'The campaign does not exist or has already started',
		fix: 'Only a campaign whose status is pending can be deleted. The service does not save campaigns to a single number.',
	},
	// Automations (specification, "Error words").
	{
		pattern: /automation not found/i,
		what: 'The automation was not found',
		fix: 'Check the automation ID. The automation must be active, and belong to the account or sub-admin of the token.',
		cause: 'configuration-invalid',
	},
	{
		pattern: /rate limit exceeded/i,
		what: 'The automation was started too often',
		fix: "Run it less often, or let the account owner raise the automation's limit.",
		cause: 'rate-limited',
	},
	// Values that are missing or of the wrong kind, in the service's own parameter names.
	{
		pattern: /^`?(?:sid|nextsid|endsid)`? (?:not found|must be)|not a telephony service/i,
		what: 'The account has no telephony service with this code, or it is of another kind',
		fix: "Copy the code from the service's list of telephony services.",
		hidesWords: true,
		cause: 'configuration-invalid',
	},
	{
		pattern: /^`?vmssid`? /i,
		what: "The account has no service of the kind 'play message' with this code",
		fix: "Correct 'Voice Service Code', or remove the option.",
		hidesWords: true,
	},
	{
		pattern: /^one of .* is required|^`?(?:list|to|phone)`? (?:is required|missing)/i,
		what: 'The recipients are missing or not valid',
		fix: 'Enter a phone number, or the codes of distribution lists.',
		hidesWords: true,
	},
	{
		pattern: /must be a single value/i,
		what: 'A field contains a list or an object instead of a single value',
		fix: 'Find the expression that returns a list or an object, and use a single value from it.',
		hidesWords: true,
	},
	// The service itself.
	{
		pattern: /get=1|post=2|invalid json body/i,
		what: 'The service cannot read the request',
		fix: 'Look for a proxy between n8n and the service that changes requests.',
	},
	{
		pattern: /^system 1|system error/i,
		what: 'The service has an internal fault',
		fix: 'Run again in a few minutes. If it happens again, report it to the service.',
		cause: 'temporarily-unavailable',
	},
];

/**
 * An address or a file name that the service repeats, whole or in part, URL-encoded as often as it may be, up to
 * the next gap: its parts are no words of the service.
 */
const ADDRESS =
	/(?:https?(?::|%(?:25)*3a)|(?<![\w./%-])[\w./%-]*(?:[?&]|%(?:25)*(?:3f|26))[\w-]|(?<![\w%-])[\w%-]+\.(?:pdf|jpe?g|png|docx?|xlsx?|pptx?|txt|mp[34]|m4a|3gp|aac|amr|ogg)\b)\S*/gi;

/** Finds what an error text of the service means, or undefined for one that is not documented. */
export function explainErrorText(description: string): ErrorText | undefined {
	const words = description.replace(ADDRESS, ' ').replaceAll('`', '').trim();
	return errorTexts.find(({ pattern }) => pattern.test(words));
}
