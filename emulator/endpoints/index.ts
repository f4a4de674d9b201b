import { autoWebhook } from './autoWebhook';
import type { Endpoint } from './endpoint';
import { manageSu } from './manageSu';
import { poolMembers } from './poolMembers';
import { scheduleSms } from './scheduleSms';
import { scheduleVms } from './scheduleVms';
import { scheduleWa } from './scheduleWa';
import { senderVerify } from './senderVerify';
import { sendOtp } from './sendOtp';
import { sendWa } from './sendWa';
import { taskStatus } from './taskStatus';
import { waTemplates } from './waTemplates';

const all: Endpoint[] = [
	autoWebhook,
	manageSu,
	poolMembers,
	scheduleSms,
	scheduleVms,
	scheduleWa,
	sendOtp,
	sendWa,
	senderVerify,
	taskStatus,
	waTemplates,
];

/** Every script of the service by its name under `/extApi/`, without `.php`. */
export const endpoints = new Map<string, Endpoint>(
	all.map((endpoint) => [endpoint.name, endpoint]),
);
