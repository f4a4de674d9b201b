// The scripts of the service, and what a request does to the world.
/** Script paths of the service (specification, "Endpoints"). */
export const endpoints = {
	sms: '/extApi/scheduleSms.php',
	voice: '/extApi/scheduleVms.php',
	chatTemplate: '/extApi/scheduleWa.php',
	chatReply: '/extApi/sendWa.php',
	oneTimeCode: '/extApi/sendOtp.php',
	senderVerification: '/extApi/senderVerify.php',
	contacts: '/extApi/poolMembers.php',
	subAdmin: '/extApi/manageSu.php',
	templates: '/extApi/waTemplates.php',
	campaign: '/extApi/taskStatus.php',
	automation: '/extApi/autoWebhook.php',
} as const;

export type Endpoint = (typeof endpoints)[keyof typeof endpoints];

/**
 * What a request does to the world:
 *
 * - `asks`: nothing, however often it is made.
 * - `changes`: it ends in the same state however often it arrives, but its answer may differ.
 * - `once`: it sends, spends or uses something up, and a second one does it again.
 */
export type Effect = 'asks' | 'changes' | 'once';
