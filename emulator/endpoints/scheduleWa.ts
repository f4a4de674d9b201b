import type { Recipient } from '../state/campaign';
import { isJsonObject, type JsonValue } from '../protocol/params';
import type { Outcome } from '../protocol/reply';
import {
	isSingleNumber,
	readRecipients,
	registeredMembers,
	type Recipients,
} from '../rules/recipients';
import type { Readings } from '../protocol/readings';
import {
	isWebAddress,
	readNotificationPage,
	readSendOptions,
	readValidate,
	sendReply,
} from '../rules/sendOptions';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type Actor } from '../rules/authorize';
import { chatAccess, readChatNumber, requireChat } from '../rules/chatAccess';
import { fileTypes } from '../templates/requiredParams';
import { requireSendable } from '../templates/sendableTemplate';
import type { Template } from '../state/template';
import {
	personalValues,
	readValues,
	renderTemplate,
	valuesProblem,
	type Placeholders,
	type TemplateValues,
} from '../templates/values';
import type { Call, Endpoint } from './endpoint';

/** Send chat-channel message by approved template (specification, section of that name). */
export const scheduleWa: Endpoint = {
	name: 'scheduleWa',
	action: () => 'sendwa',
	handle: (call) => {
		const actor = authorize(call, ['chat'], chatAccess);
		requireChat(actor);
		return send(call, actor);
	},
};

function send({ params, now, service }: Call, actor: Actor): Outcome {
	readChatNumber(params, actor);
	const template = findTemplate(params.required('template'), actor);
	const { settings } = service;
	const allowed = ['list', 'pid', 'listjson'] as const;
	const recipients = readRecipients(params, actor.account, allowed, settings);
	if (recipients.kind === 'listjson' && params.sent('params')) {
		throw new ServiceError('params must not be sent with listjson');
	}
	const fileurl = readFile(params.text('fileurl'), template);
	const shared =
		recipients.kind === 'listjson' ? undefined : readValues(params.raw('params'), template);
	if (shared !== undefined) {
		const problem = valuesProblem(template, shared, placeholdersOf(recipients, settings));
		if (problem !== undefined) throw new ServiceError(problem);
	}
	const single = isSingleNumber(recipients);
	const options = readSendOptions(params, now, single, settings);
	const maxMessages = params.integer('ms', 1, 999_999_999);
	const validate = readValidate(params, false);
	const campaign = service.launch({
		channel: 'chat',
		account: actor.account,
		suid: actor.subAdmin?.suid,
		saved: !single,
		desc: params.text('desc') ?? '',
		recipients: () => messages(recipients, template, shared, fileurl, settings),
		countsForQuota: true,
		maxMessages,
		nu: readNotificationPage(params),
		...options,
	});
	if (!validate) return sendReply(campaign.tid);
	return sendReply(
		campaign.tid,
		recipients.kind === 'pid' ? 'valid' : { count: recipients.phones.length },
	);
}

function findTemplate(code: string, { account }: Actor): Template {
	if (!/^\d{1,15}$/.test(code)) throw new ServiceError('template must be a number');
	const template = account.templates.find((candidate) => candidate.code === Number(code));
	if (template === undefined) throw new ServiceError(`template not found (code ${code})`);
	requireSendable(template);
	return template;
}

/** Which contact placeholders a send replaces. */
function placeholdersOf(
	{ kind }: Recipients,
	{ listPlaceholders }: Pick<Readings, 'listPlaceholders'>,
): Placeholders {
	if (kind === 'listjson') return 'none';
	if (kind === 'pid') return 'all';
	return listPlaceholders === 'literal' ? 'phoneOnly' : 'phone';
}

/** `fileurl`: forbidden without a media header, required without a default file, of a type the header takes. */
function readFile(fileurl: string | undefined, template: Template): string | undefined {
	const types = fileTypes(template);
	if (fileurl === undefined) {
		if (types.length > 0 && template.header.defaultMediaUrl === '') {
			throw new ServiceError('fileurl is required for this template');
		}
		return undefined;
	}
	if (types.length === 0) throw new ServiceError('fileurl is not allowed for this template');
	if (!isWebAddress(fileurl)) throw new ServiceError('fileurl must be a valid URL');
	const extension = /\.([a-z0-9]+)$/i.exec(new URL(fileurl).pathname)?.[1].toLowerCase();
	if (extension !== undefined && !types.includes(extension)) {
		throw new ServiceError(`fileurl must be a file of type ${types.join(', ')}`);
	}
	return fileurl;
}

/** Who gets what; a recipient who lacks a required value is skipped silently. */
function messages(
	recipients: Recipients,
	template: Template,
	shared: TemplateValues | undefined,
	fileurl: string | undefined,
	readings: Readings,
): Recipient[] {
	const found: Recipient[] = [];
	const placeholders = placeholdersOf(recipients, readings);
	const add = (phone: string, given: string, values: TemplateValues, written: TemplateValues) => {
		if (valuesProblem(template, values, placeholders) !== undefined) return;
		found.push({ phone, given, text: renderTemplate(template, written, fileurl), cost: 0 });
	};
	if (recipients.kind === 'listjson') {
		for (const { phone, given, value } of recipients.phones) {
			const values = readPersonal(value, template);
			if (values !== undefined) add(phone, given, values, values);
		}
		return found;
	}
	const values = shared ?? { header: {}, body: {}, button: {} };
	if (recipients.kind === 'list') {
		for (const { phone, given } of recipients.phones) {
			const personal = personalValues(values, placeholders, given);
			add(phone, given, personal, personal);
		}
		return found;
	}
	for (const contact of registeredMembers(recipients.lists, readings.sharedMembers)) {
		const personal = personalValues(values, placeholders, contact.phone, contact.fields);
		add(contact.phone, contact.phone, personal, personal);
	}
	return found;
}

/** The params object of one recipient of `listjson`; undefined for one that cannot be read, who is skipped like any other. */
function readPersonal(value: JsonValue, template: Template): TemplateValues | undefined {
	if (!isJsonObject(value)) return undefined;
	try {
		return readValues(value, template);
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw error;
	}
}
