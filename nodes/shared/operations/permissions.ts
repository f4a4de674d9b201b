/** What an operation's token has to be permitted, in the words of the service (specification, "Tokens and permissions"). */
export const permissions = {
	sms: 'SMS services',
	telephony: 'telephony services',
	chat: 'chat-channel services',
	lists: 'distribution lists',
	subAdmins: 'sub-admin management',
	automations: 'automations',
	anyCampaign: 'SMS, telephony or chat-channel services (any)',
	codes:
		'SMS services; by voice or automatic also telephony services; by chat chat-channel services',
} as const;

export type Permission = (typeof permissions)[keyof typeof permissions];
