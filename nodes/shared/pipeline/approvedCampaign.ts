// Which rows an approval covers, and that none of them changed.
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	fileName,
	readPreviewed,
	textIn,
	type Previewed,
	type SharedSettings,
} from '../approve/previewed';
import { sealOfApproval, type SealingAccount } from '../approve/seal';
import { leaveOutOption, optOutUrlOption } from '../fields/beforeSendingFields';
import { stillDecided } from '../fields/modeFields';
import { sendAtOption } from '../fields/sendingOptions';
import { filePlaceholder, isFilePlaceholder, shownFile } from '../files/fileAddress';
import { fileOfItem } from '../files/fileOfItem';
import type { InputFile } from '../files/inputFile';
import { eachGivingWay } from '../ledger/runState';
import { openRows, refuse, type Why } from './fate';
import { leaveOut, LISTED } from './leftOut';
import { readOptOutUrl } from './optOutField';
import { comparablePhone } from '../rules/phones';
import type { Problem } from '../rules/reader';
import { localTime } from '../rules/schedule';
import { MINUTE_MS } from '../rules/times';
import { accountOfRun, type Account } from '../service/connection';
import { operationError } from '../service/nodeErrors';
import { sameKey } from '../service/secrets';
import { settingsOfItems, type RequestSettings } from '../values/requestSettings';
import { differingOption } from '../values/sameForRun';
import type { CampaignRun } from './campaignRun';
import type { RunOptions } from './runOptions';

/**
 * Reads the campaign that a person approved. Items are not trusted until the seal proves them, and
 * nothing in them is rendered or repaired. Their rules then become those of the run.
 *
 * @param options what the node still decides
 * @returns a function that fills the open rows
 * @throws NodeOperationError if something does not fit; nothing may be sent then
 */
export async function readApproved(
	run: CampaignRun,
	options: RunOptions,
): Promise<() => Promise<void>> {
	const { context, kind } = run;
	const { account, ...approved } = await proven(run);
	const { id, rules } = approved.shared;
	const differing = await differingOption(context, {
		settingsFields: stillDecided(kind.settingsFields),
		// A row with its own address would be a separate campaign, which no one approved.
		ofRows: true,
	});
	if (differing) throw refused(context, differing);
	if (options.leaveOut !== undefined && rules.sendTo === 'lists') {
		const rule = `${leaveOutOption.displayName} cannot be used with distribution lists, whose members only the service knows`;
		throw refused(context, { rule, fix: 'Remove the option.' });
	}
	run.account = account;
	const settings = await settingsOf(run, approved);
	const campaignKey = options.campaignKey || rules.campaignKey;
	run.options = { ...options, ...rules, campaignKey, approvedId: id };
	return async () => await fillRows(run, approved, settings);
}

function refused(context: IExecuteFunctions, { rule, fix }: Problem): Error {
	return operationError(context.getNode(), { message: rule, description: fix });
}

/** What a person approved, with the account that sealed it. */
interface Approved extends Previewed {
	account: Account;
}

/** The campaign of the items, if exactly that was approved. */
async function proven({ context, kind }: CampaignRun): Promise<Approved> {
	const items = context.getInputData();
	const read = await readPreviewed(items);
	if ('problem' in read) {
		throw refused(context, { ...read.problem, rule: `Not approved: ${read.problem.rule}` });
	}
	const { at, hash, shared } = read.value;
	const { seal } = items[at].json;
	if (seal === undefined) throw refused(context, NOT_APPROVED);
	const account = await accountOfRun(context);
	const sealing = await account.context.getCredentials<SealingAccount>('extApi', 0);
	const isRight = sameKey(seal, sealOfApproval(context, sealing, hash));
	if (!isRight || shared.channel !== kind.checked.channel) throw refused(context, CHANGED);
	return { ...read.value, account };
}

const ASK_AGAIN = 'Preview the campaign and ask for approval again.';
const NOT_APPROVED: Problem = {
	rule: 'No one approved this campaign',
	fix: "Ask for approval, again where it was declined or not answered: connect 'Send and Wait for Response' with 'Campaign Approval' directly before this node.",
};
const CHANGED: Problem = {
	rule: 'This is not what was approved',
	fix: "Connect the approval directly, in its own workflow, with its credential and a node of its channel: its rows can't be changed, added, left out or sorted. Otherwise, ask for approval again.",
};

/** The settings of an approved campaign, if its templates and files are unchanged. */
async function settingsOf(run: CampaignRun, { shared, at }: Previewed): Promise<RequestSettings[]> {
	const { context, kind, account } = run;
	const { optOutUrl } = shared.rules;
	const optOut = optOutUrl === undefined ? undefined : readOptOutUrl(context, optOutUrl, false);
	if (optOut && 'problem' in optOut) {
		const { rule, fix } = optOut.problem;
		throw refused(context, { rule: `${optOutUrlOption.displayName} ${rule}`, fix });
	}
	const templateOf = await kind.templateOf?.(account.context);
	return await eachGivingWay(shared.settings, async (settings, index) => {
		const { template, body, startsAt, timeZone, zone } = settings;
		if (templateOf && JSON.stringify(templateOf(body)) !== JSON.stringify(template)) {
			const rule = `Template ${String(body.template)} was changed after the approval`;
			throw refused(context, { rule, fix: ASK_AGAIN });
		}
		return {
			...{ body, timeZone, zone },
			startsAt: startsAt === undefined ? undefined : Date.parse(startsAt),
			file: await fileOf(run, settings, at, fileName(index + 1)),
			optOut: optOut?.value(account.token),
		};
	});
}

/** The file of settings, whose hash and name must be those approved; undefined for none. */
async function fileOf(
	{ context, kind }: CampaignRun,
	{ body: { fileurl } }: SharedSettings,
	at: number,
	name: string,
): Promise<InputFile | undefined> {
	if (!isFilePlaceholder(fileurl)) return undefined;
	const read = await fileOfItem(context, at, name, kind.fileRule!);
	if ('value' in read && filePlaceholder(read.value) === fileurl) return read.value;
	throw refused(context, {
		rule: `The file ${shownFile(fileurl)} is not there as it was approved`,
		fix: `Pass on the binary data of all items, with '${name}'. ${ASK_AGAIN}`,
	});
}

/** Fills the approved rows, with the progress updates of this node. All others are left out. */
async function fillRows(
	run: CampaignRun,
	{ rows }: Previewed,
	known: RequestSettings[],
): Promise<void> {
	const { context, kind, settings, options, account } = run;
	const items = context.getInputData();
	const updates = {
		...{ ...kind, rules: [] },
		settingsFields: stillDecided(kind.settingsFields),
	};
	const update = settingsOfItems(account, updates, { sendTo: 'items' })(0, items[0].json);
	if ('problem' in update) {
		const { field, rule, fix } = update.problem;
		throw refused(context, { rule: `${field} ${rule}`, fix });
	}
	const { body } = update.settings;
	const withUpdates = known.map((own) => ({ ...own, body: { ...own.body, ...body } }));
	const approved = new Map(rows.map((each, place) => [each.item, { ...each, place }]));
	const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
	await eachGivingWay(openRows(run), (row) => {
		const { json } = items[row.item];
		row.phone = textIn(json.recipient);
		const found = approved.get(row.item);
		if (found === undefined) return leaveOut(row, 'Not part of what was approved');
		if (options.leaveOut?.has(comparablePhone(row.phone))) return leaveOut(row, LISTED);
		const own = withUpdates[found.settings - 1];
		if (own.startsAt !== undefined && own.startsAt < now) return refuse(run, [row], passed(own));
		const { content, place } = found;
		Object.assign(row, { content, place, settingsKey: String(found.settings) });
		settings.set(row.settingsKey, own);
	});
}

function passed({ startsAt, zone, timeZone }: RequestSettings): Why {
	const clocks = zone ?? timeZone;
	const start = localTime(startsAt!, clocks).slice(0, 16).replace('T', ' ');
	return {
		reason: `${sendAtOption.displayName}: the approved time, ${start} (${clocks}), has passed`,
		fix: ASK_AGAIN,
	};
}
