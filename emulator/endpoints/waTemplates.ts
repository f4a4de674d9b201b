import { ServiceError } from '../protocol/serviceError';
import { authorize } from '../rules/authorize';
import { chatAccess, requireChat } from '../rules/chatAccess';
import { templateCategories, templateStatuses } from '../state/template';
import { listedTemplate } from '../templates/listedTemplate';
import type { Call, Endpoint } from './endpoint';

/** List chat-channel templates (specification, List templates). */
export const waTemplates: Endpoint = {
	name: 'waTemplates',
	action: () => 'listtemplates',
	alwaysJson: true,
	handle: (call) => {
		const { settings } = call.service;
		if (settings.callerIpUnknown) throw new ServiceError('no ip');
		if (settings.systemFault) throw new ServiceError('system error (temporary)');
		const actor = authorize(call, ['chat'], chatAccess);
		requireChat(actor);
		const all = actor.account.templates;
		const code = readCode(call);
		const status = filter(call, 'status', templateStatuses);
		const category = filter(call, 'category', templateCategories);
		if (code !== undefined && !all.some((template) => template.code === code)) {
			throw new ServiceError(`template not found (code ${code})`);
		}
		const found = all.filter(
			(template) =>
				(code === undefined || template.code === code) &&
				(status === undefined || template.status === status) &&
				(category === undefined || template.category === category),
		);
		if (code !== undefined && found.length === 0) {
			throw new ServiceError(
				'no template matches the code with the given status or category filter',
			);
		}
		const templates = found.map(listedTemplate);
		return {
			plain: '',
			data: { count: templates.length, templates },
		};
	},
};

function readCode({ params }: Call): number | undefined {
	const text = params.anyText('template');
	if (text === undefined) return undefined;
	if (!/^\d{1,15}$/.test(text)) throw new ServiceError('`template` parameter invalid');
	return Number(text);
}

function filter<T extends string>(
	{ params }: Call,
	name: string,
	allowed: readonly T[],
): T | undefined {
	const text = params.anyText(name)?.toUpperCase();
	if (text === undefined) return undefined;
	const found = allowed.find((candidate) => candidate === text);
	if (found === undefined) throw new ServiceError(`${name} invalid: ${allowed.join(', ')}`);
	return found;
}
