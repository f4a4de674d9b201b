import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Approved, CampaignKind, CampaignRun } from './campaignRun';
import { startAfterQuiet } from './campaignTiming';
import { noOptions, type RunOptions } from './runOptions';
import { leaveOutOption, optOutUrlOption } from '../fields/beforeSendingFields';
import { modeField, stillDecided } from '../fields/modeFields';
import { sendAtOption } from '../fields/sendingOptions';
import { filePlaceholder, isFilePlaceholder, shownFile } from '../files/fileAddress';
import { fileOfItem } from '../files/fileOfItem';
import type { InputFile } from '../files/inputFile';
import { comparablePhone } from '../rules/phones';
import type { Problem } from '../rules/reader';
import { localTime } from '../rules/schedule';
import { MINUTE_MS } from '../rules/times';
import { openRows, refuse, type Why } from '../run/fate';
import { leaveOut, LISTED } from '../run/leftOut';
import { readOptOutUrl } from '../run/optOutField';
import { differingOption } from '../run/sameForRun';
import { settingsOfItems, type RequestSettings } from '../run/requestSettings';
import { accountsOf, type Account } from '../service/itemCredential';
import { sameKey } from '../service/keys';
import { operationError } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import {
	CONNECT,
	fileName,
	readPreviewed,
	type Previewed,
	type SharedSettings,
} from '../approve/previewed';
import { sealOfApproval } from '../approve/seal';

/**
 * Reads the rows of an approved campaign. Whatever they say may be a lie until the seal proves it, and nothing of it is
 * rendered or repaired.
 *
 * @param chosen what the panel of the node still decides
 * @throws NodeOperationError with what does not fit; nothing may be sent then
 */
export async function readApproved(
	context: IExecuteFunctions,
	kind: CampaignKind,
	chosen: RunOptions,
): Promise<Approved> {
	const { previewed, account } = await proven(context);
	const { shared } = previewed;
	if (shared.channel !== kind.checked.channel) {
		const fix = 'Send it with the node that previewed it.';
		throw refused(context, { rule: `This is a campaign by ${shared.channel}`, fix });
	}
	const differing = await differingOption(context, {
		settingsFields: stillDecided(kind.settingsFields),
		choicesOfRun: [modeField],
	});
	if (differing) throw refused(context, differing);
	const { leaveOut, campaignKey, waitForCompletion, waitLimitMs, unknownOutcome } = chosen;
	if (leaveOut !== undefined && shared.rules.sendTo === 'lists') {
		const rule = `${leaveOutOption.displayName} cannot be used with distribution lists, whose members only the service knows`;
		throw refused(context, { rule, fix: 'Remove the option.' });
	}
	const known = await settingsOf(context, kind, { previewed, account });
	return {
		options: {
			...noOptions,
			...shared.rules,
			...{ isApproved: true, allowManyCampaigns: true, output: 'recipient' },
			...{ leaveOut, waitForCompletion, waitLimitMs, unknownOutcome, campaignKey },
			approvedId: shared.id,
		},
		read: async (run) => await readPreviewedRows(run, previewed, { account, known, leaveOut }),
	};
}

/** Nothing may be sent of the campaign. */
function refused(context: IExecuteFunctions, { rule, fix }: Problem): Error {
	return operationError(context.getNode(), { message: rule, description: fix });
}

interface Proven {
	previewed: Previewed;
	account: Account;
}

/** The campaign of the items, if a person approved exactly that. */
async function proven(context: IExecuteFunctions): Promise<Proven> {
	const items = context.getInputData();
	const read = await readPreviewed(items);
	if ('problem' in read) {
		throw refused(context, { ...read.problem, rule: `Not approved: ${read.problem.rule}` });
	}
	const { at, hash } = read.value;
	const { seal, approved } = items[at].json;
	if (approved === false) {
		const rule = `The campaign was not approved: ${whyNot(items[at].json)}`;
		throw refused(context, { rule, fix: 'Ask for approval again to send it.' });
	}
	if (seal === undefined) {
		throw refused(context, { rule: 'No one approved this campaign', fix: CONNECT });
	}
	const account = await (await accountsOf(context)).of(0);
	const { baseUrl, token } = await account.context.getCredentials('extApi', 0);
	const isRight = sameKey(seal, sealOfApproval(context, { baseUrl, token }, hash));
	if (!isRight) throw refused(context, NOT_APPROVED);
	return { previewed: read.value, account };
}

const ASK_AGAIN = 'Preview the campaign and ask for approval again.';
const NOT_APPROVED: Problem = {
	rule: 'This is not what was approved',
	fix: "Connect the approval directly, in its own workflow and with its credential: its rows can't be changed, added, left out or sorted. Otherwise, ask for approval again.",
};

/** Why a question about a campaign was no approval. */
function whyNot({ timedOut, error }: IDataObject): string {
	if (timedOut === true) return 'no one answered in time';
	return error === undefined ? 'the approver declined' : 'the approver could not be asked';
}

/** The settings of an approved campaign, with what the service and the storage of files have to hold for them. */
async function settingsOf(
	context: IExecuteFunctions,
	kind: CampaignKind,
	{ previewed: { shared, at }, account }: Pick<Proven, 'previewed' | 'account'>,
): Promise<ApprovedSettings[]> {
	const { optOutUrl } = shared.rules;
	const optOut = optOutUrl === undefined ? undefined : readOptOutUrl(context, optOutUrl, false);
	if (optOut && 'problem' in optOut) {
		const { rule, fix } = optOut.problem;
		throw refused(context, { rule: `${optOutUrlOption.displayName} ${rule}`, fix });
	}
	const templateOf = await kind.templateOf?.(account.context);
	const known: ApprovedSettings[] = [];
	for (const [index, own] of shared.settings.entries()) {
		const { template, body } = own;
		if (templateOf && JSON.stringify(templateOf(body)) !== JSON.stringify(template)) {
			const rule = `Template ${String(body.template)} was changed after the approval`;
			throw refused(context, { rule, fix: ASK_AGAIN });
		}
		const file = await fileOf(context, kind, { own, at, number: index + 1 });
		const start = own.startsAt === undefined ? undefined : Date.parse(own.startsAt);
		const startsAt = startAfterQuiet({ ...own, startsAt: start }, shared.rules.quietHours);
		known.push({ own, startsAt, file, optOut: optOut?.value(account.token) });
	}
	return known;
}

interface ApprovedSettings extends Pick<RequestSettings, 'startsAt' | 'file' | 'optOut'> {
	own: SharedSettings;
}

/** The file of settings, which has to be the one whose hash and name were approved; undefined without any. */
async function fileOf(
	context: IExecuteFunctions,
	{ fileRule }: CampaignKind,
	{ own: { body }, at, number }: { own: SharedSettings; at: number; number: number },
): Promise<InputFile | undefined> {
	const { fileurl } = body;
	if (!isFilePlaceholder(fileurl)) return undefined;
	const name = fileName(number);
	const read = await fileOfItem(context, at, name, fileRule!);
	if ('value' in read && filePlaceholder(read.value) === fileurl) return read.value;
	throw refused(context, {
		rule: `The file ${shownFile(fileurl)} is not there as it was approved`,
		fix: `Pass on the binary data of all items, with '${name}'. ${ASK_AGAIN}`,
	});
}

/** Fills the rows that were approved, by settings that have the progress updates of this node; all others are left out. */
async function readPreviewedRows(
	run: CampaignRun,
	{ rows: approved }: Previewed,
	given: { account: Account; known: ApprovedSettings[]; leaveOut: RunOptions['leaveOut'] },
): Promise<void> {
	const { context, kind, settings, rows } = run;
	const { account, known, leaveOut: listed } = given;
	const items = context.getInputData();
	const updates = {
		...{ ...kind, rules: [] },
		settingsFields: stillDecided(kind.settingsFields),
	};
	const updatesAt = settingsOfItems(context, updates, { sendTo: 'items' });
	const isApproved = new Set(approved.map(({ item }) => item));
	await eachGivingWay(openRows(run), (row) => {
		if (isApproved.has(row.item)) return;
		const { json } = items[row.item];
		row.phone = typeof json.recipient === 'string' ? json.recipient : '';
		leaveOut(row, whyNotSent(json));
	});
	const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
	await eachGivingWay(approved, ({ item, recipient, content, settings: number }, place) => {
		const row = rows[item];
		if (row.fate.is !== 'open') return;
		row.phone = recipient;
		if (listed?.has(comparablePhone(recipient))) return leaveOut(row, LISTED);
		const { own, startsAt, file, optOut } = known[number - 1];
		const { timeZone, zone, body } = own;
		if (startsAt !== undefined && startsAt < now) {
			return refuse(run, [row], passed(startsAt, zone ?? timeZone));
		}
		const update = updatesAt(item, items[item].json, account);
		if ('problem' in update) {
			const { field, rule, fix } = update.problem;
			return refuse(run, [row], { reason: `${field} ${rule}`, fix });
		}
		Object.assign(row, { content, place, settingsKey: `${number} ${update.key}` });
		if (settings.has(row.settingsKey)) return;
		settings.set(row.settingsKey, {
			...{ body: { ...body, ...update.settings.body }, context: account.context },
			...{ account: account.key, startsAt, timeZone, zone, file, optOut },
		});
	});
}

/** Why a row is no part of what was approved. */
function whyNotSent({ outcome }: IDataObject): string {
	return outcome === 'refused' ? 'The preview refused it' : 'Not part of what was approved';
}

function passed(startsAt: number, zone: string): Why {
	const start = localTime(startsAt, zone).slice(0, 16).replace('T', ' ');
	return {
		reason: `${sendAtOption.displayName}: the approved time, ${start} (${zone}), has passed`,
		fix: ASK_AGAIN,
	};
}
