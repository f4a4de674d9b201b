import { isJsonObject, type JsonValue } from '../protocol/json';
import type { Readings } from '../protocol/readings';
import type { Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { authorize, type Actor } from '../rules/authorize';
import { chatAccess, readChatNumber, requireChat } from '../rules/chatAccess';
import type { Phone } from '../rules/phones';
import {
	blockedMembers,
	isSingleNumber,
	readRecipients,
	registeredMembers,
	type Recipients,
} from '../rules/recipients';
import { readNotificationPage, readSendOptions, readValidate } from '../rules/sendOptions';
import { sendReply } from '../rules/sendReply';
import type { Audience, Recipient, Skipped } from '../state/campaign';
import type { Template } from '../state/template';
import { fileTypes, readHeaderFile } from '../templates/headerFile';
import { ledgerText } from '../templates/ledgerText';
import { personalValues, type Placeholders } from '../templates/placeholders';
import { readSendableTemplate } from '../templates/sendableTemplate';
import { templateMessage } from '../templates/templateMessage';
import { noValues, readValues, type TemplateValues } from '../templates/values';
import { valuesProblem } from '../templates/valuesProblem';
import type { Call, Endpoint } from './endpoint';

/** Template sends (specification, "Send chat template"). */
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
	const from = readChatNumber(params, actor);
	const template = readSendableTemplate(params, 'template', actor.account);
	const { settings } = service;
	const allowed = ['list', 'pid', 'listjson'] as const;
	const recipients = readRecipients(params, actor.account, allowed, settings);
	if (recipients.kind === 'listjson' && params.sent('params')) {
		throw new ServiceError('params must not be sent with listjson');
	}
	const fileurl = readHeaderFile(params, template);
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
		from,
		account: actor.account,
		suid: actor.subAdmin?.suid,
		saved: !single,
		desc: params.text('desc') ?? '',
		recipients: () => messages(recipients, template, shared, fileurl, settings),
		countsForQuota: true,
		maxMessages,
		file: fileurl === undefined ? undefined : { address: fileurl, types: fileTypes(template) },
		nu: readNotificationPage(params),
		...options,
	});
	return sendReply(campaign.tid, validate ? recipients : undefined);
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

/** Who gets what; a recipient who lacks a required value is skipped silently. */
function messages(
	recipients: Recipients,
	template: Template,
	shared: TemplateValues | undefined,
	fileurl: string | undefined,
	readings: Readings,
): Audience {
	const found: Recipient[] = [];
	const skipped: Skipped[] = [];
	const placeholders = placeholdersOf(recipients, readings);
	const add = ({ phone, given }: Phone, values: TemplateValues) => {
		const reason = valuesProblem(template, values, placeholders);
		if (reason !== undefined) {
			skipped.push({ given, reason });
			return;
		}
		const content = templateMessage(template, values, fileurl);
		found.push({ phone, given, text: ledgerText(template, values, fileurl), content, cost: 0 });
	};
	if (recipients.kind === 'listjson') {
		for (const phone of recipients.phones) {
			const values = readPersonal(phone.value, template);
			if (values !== undefined) add(phone, values);
			else skipped.push({ given: phone.given, reason: 'its params cannot be read' });
		}
		return { recipients: found, skipped: [...recipients.skipped, ...skipped] };
	}
	const values = shared ?? noValues();
	if (recipients.kind === 'list') {
		for (const phone of recipients.phones) {
			add(phone, personalValues(values, placeholders, phone.given));
		}
		return { recipients: found, skipped: [...recipients.skipped, ...skipped] };
	}
	for (const { phone, fields } of registeredMembers(recipients.lists, readings.sharedMembers)) {
		add({ phone, given: phone }, personalValues(values, placeholders, phone, fields));
	}
	return { recipients: found, skipped: [...blockedMembers(recipients.lists), ...skipped] };
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
