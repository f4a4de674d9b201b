import { everyOperation } from './operations';

/**
 * The parameters the specification documents for each operation, by wire name, from the rows of
 * test/operations. `schedule` stands for `dh`, `di`, `dy`, `dm` and `dd`, which the service takes
 * only together.
 */
export const documentedParameters: Record<string, string[]> = Object.fromEntries(
	everyOperation.map(({ name, documented }) => [name, Object.keys(documented)]),
);

/**
 * Parameters that no field's routing and no fixed body names, because the operation builds them, and
 * the fields it builds them from. A parameter without a field stands for the operation itself.
 */
export const builtParameters: Record<string, Record<string, string[]>> = {
	'ExtApi SMS: Message: Send Campaign': {
		msg: ['Message'],
		list: ['Recipient'],
		listjson: ['Recipient', 'Message'],
	},
	'ExtApi Voice: Message: Send Campaign': { list: ['Recipient'] },
	'ExtApi Chat: Message: Send Template': {
		listjson: ['Parameters by Number'],
		params: ['Template Parameters', 'Parameters JSON', 'Parameters List'],
		fileurl: ['Media Link'],
	},
	'ExtApi Chat: Message: Send Template Campaign': {
		list: ['Recipient'],
		listjson: ['Recipient', 'Template Parameters', 'Parameters JSON'],
		params: ['Template Parameters', 'Parameters JSON'],
	},
	'ExtApi Contacts: Contact: Add Many': { act: [], list: ['Phone'] },
	'ExtApi Contacts: Contact: Remove Many': { act: [], list: ['Phone'] },
	'ExtApi Campaign: Campaign: Wait': { act: [] },
	'ExtApi Automation: Automation: Run': { 'any other field': ['Fields', 'Fields JSON'] },
};

/** The scripts of operations over all items, which no routing names. */
export const scriptsOverAllItems: Record<string, string> = {
	'ExtApi SMS: Message: Send Campaign': 'scheduleSms.php',
	'ExtApi Voice: Message: Send Campaign': 'scheduleVms.php',
	'ExtApi Chat: Message: Send Template Campaign': 'scheduleWa.php',
	'ExtApi Contacts: Contact: Add Many': 'poolMembers.php',
	'ExtApi Contacts: Contact: Remove Many': 'poolMembers.php',
	'ExtApi Campaign: Campaign: Wait': 'taskStatus.php',
};

/** Error texts the specification names, in the words of its lists and examples. */
export const documentedErrors = [
	'sender id not approved',
	'invalid caller number',
	'phone must be a valid phone number',
	'phone must be a valid Israeli phone',
	'list not found',
	'sub-user not found',
	'campaign not found or not pending',
	'token invalid or missing',
	'template is not approved (PENDING)',
	'missing required template body parameter {{2}}',
	'missing required template header parameter {{1}}',
	'missing required template button parameter for button index 0',
	'template button parameter for button index 0 cannot contain spaces',
	'template button parameter for button index 0 contains disallowed characters',
	'template button parameter for button index 0 cannot contain .. or //',
	'template button parameter for button index 0 is too long (max 200)',
	'window closed for this recipient (use a template)',
	'to missing or invalid',
	'msg missing with no file',
	'msg over 2000 chars',
	'caption over 1000 chars with a file',
	'audio message with text',
	'hourly limit of 200 free-form messages reached',
	"recipient removed from the account's mailing list",
	'file over 2 MB',
	'unsupported file type',
	'file content not matching its extension',
	'file URL not allowed or host unresolved',
	'several chat numbers and no from',
	'chat channel not configured for the account',
	'token lacks chat-channel permission',
	'token missing or invalid',
	'permission denied for chat-channel services',
	'your IP is blocked',
	'the account is not active',
	'sub-admin chat permission denied',
	'chat not configured',
	'`template` parameter invalid',
	'template not found (code 9)',
	'no template matches the code with the given status or category filter',
	'`status` invalid (allowed values follow)',
	'`category` invalid',
	'neither get=1 nor post=2 sent',
	'invalid JSON body',
	'get subuser data error',
	'no ip',
	'system error (temporary)',
	'Missing token parameter',
	'Invalid token',
	'Automation permission denied',
	'Automation service not active',
	'Sub user not active',
	'IP not allowed',
	'Missing or invalid autoId parameter',
	'Automation not found',
	'Automation has no field definitions',
	'Rate limit exceeded',
	'No IP',
	'system 1, please call the support',
];
