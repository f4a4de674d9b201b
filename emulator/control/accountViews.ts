import { israelDate } from '../rules/israelTime';
import type { Service } from '../service/service';
import type { Account, Token } from '../state/account';
import type { MessageContent } from '../state/message';
import type { Template } from '../state/template';
import { requiredParams } from '../templates/requiredParams';
import { templateMessage } from '../templates/templateMessage';
import { noValues } from '../templates/values';

/** A chat template as a picture of the message it makes from its examples. */
export interface TemplateView extends Pick<
	Template,
	'code' | 'displayName' | 'status' | 'category' | 'language' | 'needsResync'
> {
	/** Type of its header; a file that each message brings is not in the preview. */
	header: Template['header']['type'];
	preview: MessageContent;
}

/** An account with what belongs to it. */
export interface AccountView extends Pick<
	Account,
	| ('id' | 'active' | 'services' | 'balance' | 'senders' | 'callers' | 'chatNumbers')
	| ('telephony' | 'automations' | 'dailyChatQuota')
> {
	tokens: Token[];
	chatSentToday: number;
	blockedPhones: string[];
	lists: Array<{ pid: number; name: string; registered: number; blocked: number }>;
	subAdmins: Array<{ suid: number; active: boolean; sms: number; vms: number }>;
	templates: TemplateView[];
}

/** All accounts; the one the demo uses comes first. */
export function accountViews({ state, clock }: Service): AccountView[] {
	const today = israelDate(clock.now());
	return [...state.accounts.values()].map((account) => ({
		...own(account),
		tokens: [...state.tokens.values()].filter(({ accountId }) => accountId === account.id),
		chatSentToday: account.chatSentOn.get(today) ?? 0,
		blockedPhones: [...account.blockedPhones],
		lists: [...account.lists.values()].map(({ pid, name, contacts }) => {
			const blocked = [...contacts.values()].filter((contact) => contact.blocked).length;
			return { pid, name, registered: contacts.size - blocked, blocked };
		}),
		subAdmins: [...account.subAdmins.values()].map(({ suid, active, balance }) => ({
			suid,
			active,
			...balance,
		})),
		templates: account.templates.map(templateView),
	}));
}

function own(account: Account) {
	const { id, active, services, balance, senders, callers, chatNumbers } = account;
	const { telephony, automations, dailyChatQuota } = account;
	return {
		...{ id, active, services, balance, senders, callers, chatNumbers },
		...{ telephony, automations, dailyChatQuota },
	};
}

function templateView(template: Template): TemplateView {
	const { code, displayName, status, category, language, needsResync } = template;
	const values = noValues();
	for (const { kind, index, example } of requiredParams(template)) {
		values[kind][String(index)] = example;
	}
	const preview = templateMessage(template, values);
	const header = template.header.type;
	return { code, displayName, status, category, language, needsResync, header, preview };
}
