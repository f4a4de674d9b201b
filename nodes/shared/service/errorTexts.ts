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
 * The error texts of the specification ("Error words" and the rules of each endpoint), most specific
 * first. The service's own words are shown beside these, unless they only name its parameters.
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
		pattern: /automation permission denied/i,
		what: 'The token lacks the automations permission',
		fix: 'Give the token the automations permission in the service, or choose another credential.',
		cause: 'credential-invalid',
	},
	{
		pattern: /sub-?admin chat permission denied/i,
		what: "The sub-admin behind the token may not use the account's chat channel",
		fix: 'Ask the account owner to give the sub-admin the chat permission, or use a token of the main account.',
		cause: 'credential-invalid',
	},
	{
		pattern: /permission denied for chat-channel services|lacks chat-channel permission/i,
		what: 'The token lacks the chat-channel permission',
		fix: 'Give the token the chat-channel services permission in the service, or choose another credential.',
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
		pattern: /automation service not active/i,
		what: 'Automations are switched off in the account',
		fix: 'Ask the service to switch automations on for the account. A token permission alone is not enough.',
	},
	{
		pattern: /sub user not active|get subuser data error/i,
		what: 'The sub-admin behind the token is inactive or deleted',
		fix: 'Activate the sub-admin in the service, or use another token.',
		cause: 'credential-invalid',
	},
	{
		pattern: /the account is not active/i,
		what: 'The account is not active',
		fix: 'Ask the service to activate the account.',
	},
	{
		pattern: /chat (channel )?(is )?not configured/i,
		what: 'No chat channel is connected to the account',
		fix: 'Connect a chat number to the account in the service first.',
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
		pattern: /hourly limit/i,
		what: "The account's 200 free-form chat messages for this hour are used up",
		fix: "Wait until the hour is over, or use 'Send Template'.",
		cause: 'quota-exhausted',
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
		pattern: /msg missing/i,
		what: 'The text is missing',
		fix: 'Write a text, or choose a file.',
	},
	{
		pattern: /msg over/i,
		what: 'The text is too long',
		fix: 'Shorten the text to 2,000 characters.',
	},
	{
		pattern: /caption/i,
		what: 'The caption is too long',
		fix: 'Shorten the text that goes with the file to 1,000 characters.',
	},
	{
		pattern: /audio/i,
		what: 'An audio file cannot carry text',
		fix: 'Leave the text empty, or send text and audio as two messages.',
	},
	{
		pattern: /over 2 ?mb|file too large/i,
		what: 'The file is larger than 2 MB',
		fix: 'Use a smaller file.',
	},
	{
		pattern: /unsupported file type/i,
		what: 'The service does not send files of this type',
		fix: 'Use jpg, png, mp4, 3gp, pdf, doc(x), xls(x), ppt(x), txt, aac, amr, mp3, m4a or ogg.',
	},
	{
		pattern: /file content/i,
		what: "The file's content does not match its name",
		fix: "Correct the file's extension, or use the right file.",
	},
	{
		pattern: /file url|host unresolved/i,
		what: 'The service cannot fetch the file from this URL',
		fix: 'Use an http or https URL that anyone on the internet can open. For files of the workflow, set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) to a public URL of n8n.',
	},
	// Templates (specification, "Error words", "List templates").
	{
		pattern: /template is not approved/i,
		what: 'The template is not approved',
		fix: "Choose a template whose status is APPROVED, or wait for this one's approval.",
		cause: 'configuration-invalid',
	},
	{
		pattern: /resync/i,
		what: "The template's stored data is missing or outdated",
		fix: 'Synchronize the templates in the service, then try again.',
	},
	{
		pattern: /missing required template (body|header) parameter/i,
		what: 'A template parameter has no value',
		fix: "Fill the parameter with this number under 'Template Parameters'.",
	},
	{
		pattern: /missing required template button parameter/i,
		what: "The template's link button has no value",
		fix: "Fill the button's field under 'Template Parameters'. The first button has the number 0.",
	},
	{
		pattern: /template button parameter/i,
		what: "A link button's value is not allowed",
		fix: 'Use at most 200 letters, digits and - _ . ~ % / ? # = & + , : without spaces, ".." or "//".',
	},
	{
		pattern: /no template matches/i,
		what: 'No template with this code has the status and category asked for',
		fix: 'Remove the status or category filter, or check the code.',
	},
	{
		pattern: /template not found/i,
		what: 'The template does not exist',
		fix: "Check the code of the template: 'Template: Get Many' lists them.",
		cause: 'configuration-invalid',
	},
	{
		pattern: /template/i,
		what: 'The service does not accept the template',
		fix: "Fill each parameter of the template: 'Template: Get' lists them.",
	},
	{
		pattern: /^status|invalid status|`?status`? (is )?invalid/i,
		what: 'The status filter is not one the service knows',
		fix: 'Use APPROVED, DISABLED, FLAGGED, PAUSED, PENDING, PENDING_DELETION or REJECTED.',
	},
	{
		pattern: /category/i,
		what: 'The category filter is not one the service knows',
		fix: 'Use MARKETING, UTILITY or AUTHENTICATION.',
	},
	// Senders, recipients, lists.
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
		pattern: /valid israeli phone/i,
		what: 'Only Israeli landline and mobile numbers can become sender IDs',
		fix: 'Use a number like 0570004567. 1-700 numbers, 1-800 numbers and foreign numbers are refused.',
	},
	{
		pattern: /phone|`?to`? (is )?(missing|invalid)/i,
		what: 'The phone number is not valid',
		fix: 'Use a local number with its leading 0, or an international number with its country code.',
	},
	{
		pattern: /list not found/i,
		what: 'The distribution list does not exist',
		fix: 'Check the list code in the service: it must belong to the account of the token.',
		cause: 'configuration-invalid',
	},
	{
		pattern: /sub-?user not found/i,
		what: 'The sub-admin does not exist',
		fix: 'Use the code shown in the sub-admin table of the service.',
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
		pattern: /autoid/i,
		what: 'The automation ID is missing or not a number',
		fix: 'Enter the number the service shows for the automation.',
	},
	{
		pattern: /no field definitions/i,
		what: 'The automation has no trigger fields',
		fix: "Declare the fields in the automation's inbound-webhook trigger.",
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
		what: 'The recipients are missing',
		fix: 'Enter a phone number, or the codes of distribution lists.',
		hidesWords: true,
	},
	{
		pattern: /must be a single value/i,
		what: 'A field contains a list or an object instead of a single value',
		fix: 'Find the expression that returns a list or an object, and use a single value from it.',
		hidesWords: true,
	},
	// Money, limits and the service itself.
	{
		pattern: /balance|credit|no messages left/i,
		what: 'The balance is too low',
		fix: 'Top up the balance in the service, then run again.',
	},
	{
		pattern: /\bint\b/i,
		what: 'The delay is out of range',
		fix: 'Use 2 to 180 seconds, or remove the delay for full speed.',
	},
	{
		pattern: /only one of|more than one/i,
		what: "Two of the filled fields can't be used together",
		fix: "Clear one of the two fields that the service's message names.",
	},
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
