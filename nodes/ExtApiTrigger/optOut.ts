// What a call of an opt-out link may do.
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { optOutPage, type OptOutState } from '../shared/ask/pages';
import { fromField, languageOption } from '../shared/ask/questionFields';
import { names, RESTART, STOP, submittedOf } from '../shared/ask/readAnswer';
import { readerOf, type Field } from '../shared/fields/field';
import {
	noticePage,
	sendNotice,
	sendPage,
	setPageHeaders,
	UNKNOWN,
	type PageFor,
} from '../shared/pages/answerPage';
import { pageTexts } from '../shared/pages/pageTexts';
import { localPhone } from '../shared/rules/phones';
import { isEmpty } from '../shared/rules/reader';
import {
	recipientEvents,
	type RecipientDecision,
	type RecipientEvent,
} from '../shared/service/events';
import {
	isOptOutToken,
	NO_PHONE,
	OPT_OUT_PARAMETER,
	optOutPageProof,
	readOptOutToken,
} from '../shared/service/optOutLink';
import { sameKey } from '../shared/service/secrets';
import { readEvents, startsFor } from './triggerFields';
import { linkKeyOf } from './verifyNotification';

/** What each button decides, and what the page then says. */
const decisions: Partial<
	Record<string, { event: RecipientDecision; state: Exclude<OptOutState, 'question'> }>
> = {
	[STOP]: { event: 'OPTED_OUT', state: 'stopped' },
	[RESTART]: { event: 'OPTED_IN', state: 'restarted' },
};

/** Whether a person, or a program that opens links, calls. Notifications of the service use GET. */
export function isOptOutCall(context: IWebhookFunctions): boolean {
	const query = context.getQueryData() as IDataObject;
	const isLink = query[OPT_OUT_PARAMETER] !== undefined && query.msg === undefined;
	return isLink || context.getRequestObject().method === 'POST';
}

/**
 * The page behind an opt-out link. Only its form decides: link previews and scanners open every
 * URL, so GET only shows it.
 */
export async function optOutWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await optOutCall(context).catch((error: Error) => {
		context.logger.warn(`An opt-out could not be handled: ${error.message}`);
		return sendNotice(context, UNKNOWN, 'later', pageTexts[UNKNOWN.language].optOut);
	});
}

async function optOutCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const page = pageFor(context);
	const texts = pageTexts[page.language].optOut;
	const link = await linkOf(context);
	if (link === undefined) return sendNotice(context, page, 'invalid', texts);
	const events = readEvents(context);
	if (typeof events === 'string' || !startsFor(events, 'OPTED_OUT')) {
		const why =
			typeof events === 'string'
				? events
				: `This trigger does not start for '${recipientEvents.OPTED_OUT.name}'. Add it under Events.`;
		context.logger.warn(`Someone opened an opt-out link that cannot be used. ${why}`);
		return sendPage(context, 500, noticePage(page, texts.later));
	}
	const asked = (state: OptOutState) =>
		optOutPage(page, {
			...{ state, phone: link.phone, proof: link.proof },
			mayRestart: startsFor(events, 'OPTED_IN'),
		});
	if (context.getRequestObject().method !== 'POST')
		return sendPage(context, 200, asked('question'));

	const decided = decisionOf(context, link);
	if (decided === undefined || !startsFor(events, decided.event)) {
		return sendPage(context, 400, asked('question'));
	}
	if (link.phone === NO_PHONE) return sendPage(context, 200, asked('question'));
	const event: RecipientEvent = {
		event: decided.event,
		phone: localPhone(link.phone),
		receivedAt: new Date().toISOString(),
	};
	// n8n itself sends the page when the workflow has started.
	setPageHeaders(context);
	return { webhookResponse: asked(decided.state), workflowData: [[{ json: event }]] };
}

interface Link {
	phone: string;
	/** What the page's form sends back. */
	proof: string;
}

async function linkOf(context: IWebhookFunctions): Promise<Link | undefined> {
	const query = context.getQueryData() as IDataObject;
	const { [OPT_OUT_PARAMETER]: token } = query;
	if (!isOptOutToken(token)) return undefined;
	const key = await linkKeyOf(context);
	if (key === undefined) return undefined;
	const phone = readOptOutToken(key, token);
	return phone === undefined ? undefined : { phone, proof: optOutPageProof(key, token) };
}

/** What the page's form decides; undefined for any other request. */
function decisionOf(context: IWebhookFunctions, { proof }: Link): (typeof decisions)[string] {
	const { 'content-type': contentType } = context.getHeaderData();
	const submitted = submittedOf(context.getBodyData(), contentType);
	if (submitted === undefined || !sameKey(submitted[names.proof], proof)) return undefined;
	const { [names.decision]: decision = '' } = submitted;
	return Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
}

/** The page's options. An unreadable one must not keep a person from opting out. */
function pageFor(context: IWebhookFunctions): PageFor {
	const read = <T>(field: Field, otherwise: T): T => {
		const entered = context.getNodeParameter(`options.${field.name}`, '');
		if (isEmpty(entered)) return otherwise;
		const found = readerOf(field)(entered);
		if ('value' in found) return found.value as T;
		const { rule, fix } = found.problem;
		context.logger.warn(
			`${field.displayName} ${rule}, so the opt-out page is shown without it. ${fix}`,
		);
		return otherwise;
	};
	return {
		from: read(fromField, UNKNOWN.from),
		language: read(languageOption, UNKNOWN.language),
	};
}
