// What the checks find in all messages, and which rows that keeps back.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { blockingChecksOption } from '../fields/beforeSendingFields';
import { sharedIn } from '../ledger/ledger';
import { eachGivingWay } from '../ledger/runState';
import { openRows, refuse } from './fate';
import { refuseAll, type CampaignRow } from './rows';
import { typedWithFields } from '../rules/expressions';
import { columnOfAny, columnsOf } from '../rules/itemValue';
import { fixOf, warningsOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { comparablePhone } from '../rules/phones';
import { OPT_OUT_FIELD } from '../values/mergeFields';
import { mergeFieldsIn } from '../values/mergeTextReader';
import { messageOfRow, type CampaignRun } from './campaignRun';

/** This many recipients do not have the same first name by chance. */
const SEVERAL = 3;

/**
 * Checks each different message once, as its recipients get it, and refuses rows with a warning
 * that is to block. A test goes to one's own phones, so nothing is kept back.
 */
export async function checkRows(run: CampaignRun): Promise<void> {
	const looked = new Look(run);
	const known = new Map<string, Warning[]>();
	const isSameForAll = looked.isSameForAll();
	await eachGivingWay(openRows(run), async (row) => {
		const message = `${row.settingsKey} ${row.content}`;
		let found = known.get(message);
		if (found === undefined) {
			found = await looked.at(row);
			if (isSameForAll) found.push({ check: 'sameForAll' });
			known.set(message, found);
		}
		if (found.length > 0) row.warnings = found;
	});
	refuseBlocked(run);
}

class Look {
	private readonly typed: string;
	private readonly hasMergeFields: boolean;
	/** Merge fields without a column: each recipient gets their fallbacks. */
	private readonly unknown: Warning[];
	/** Whether every text has an opt-out link. */
	private readonly hasOptOutLink: boolean;

	constructor(private readonly run: CampaignRun) {
		const { context, kind, options } = run;
		const texts = kind.checked.typed(context.getNode().parameters);
		this.typed = kind.checked.channel === 'chat' ? '' : texts.map(typedWithFields).join('\n');
		const fields = texts.flatMap(mergeFieldsIn);
		const inputs = context.getInputData();
		const isColumn = columnOfAny(() => inputs);
		this.unknown = fields
			.filter((field) => field !== OPT_OUT_FIELD && !isColumn(field))
			.map((field) => ({
				check: 'leftovers',
				found: `{${field}}`,
				why: `no item has this column: ${columnsOf(inputs[0].json)}`,
			}));
		this.hasMergeFields = fields.some((field) => field !== OPT_OUT_FIELD);
		this.hasOptOutLink = options.optOut !== undefined && fields.includes(OPT_OUT_FIELD);
	}

	async at({ content, settingsKey }: CampaignRow): Promise<Warning[]> {
		const { kind, options, settings, account } = this.run;
		const { channel, own } = kind.checked;
		const { body } = settings.get(settingsKey)!;
		const text = own(content, body);
		if (text === undefined) return [];
		const { requiredName, optOutWords } = options;
		const wording = { requiredName, optOutWords: this.hasOptOutLink ? undefined : optOutWords };
		const isWhole = channel !== 'chat' || (requiredName ?? optOutWords) === undefined;
		const whole = isWhole ? text : await this.rendered(account.context, content, body);
		const found = warningsOf({ channel, own: text, whole, typed: this.typed, ...wording });
		return [...found, ...this.unknown];
	}

	/** Whether all messages of the run, and of earlier tries, are the same. */
	isSameForAll(): boolean {
		const { kind, options, ledger } = this.run;
		if (!this.hasMergeFields || kind.checked.channel === 'voice') return false;
		const rows = openRows(this.run);
		if (options.sendTo === 'lists' || new Set(rows.map(({ phone }) => phone)).size < SEVERAL) {
			return false;
		}
		const [first] = rows;
		const message = messageOfRow(this.run, first);
		const others = [...ledger.reached().values()].flat();
		return (
			rows.every(({ content }) => content === first.content) &&
			others.every((each) => each.message === message)
		);
	}

	private async rendered(
		context: IExecuteFunctions,
		content: string,
		body: IDataObject,
	): Promise<string> {
		const render = await this.run.kind.renderer(context);
		const { header, body: text, footer } = render(content, body);
		return [header, text, footer].filter((part) => typeof part === 'string').join('\n');
	}
}

function refuseBlocked(run: CampaignRun): void {
	const { kind, options } = run;
	if (options.test !== undefined) return;
	for (const row of openRows(run)) {
		const isRequired = ({ check }: Warning) => check === 'requiredWording';
		const against = row.warnings?.find(
			(each) => isRequired(each) || options.blockingChecks.has(each.check),
		);
		if (against === undefined) continue;
		const by = isRequired(against) ? '' : ` ('${blockingChecksOption.displayName}')`;
		const reason = `${kind.contentLabel}: ${whatIsWrong(against)}${by}`;
		refuse(run, [row], { reason, fix: fixOf(against) });
	}
}

/** Refuses rows to distribution lists that differ: no columns are read for members of a list. */
export function refuseOthersForLists(run: CampaignRun): void {
	if (run.options.sendTo !== 'lists') return;
	const [first, ...others] = openRows(run);
	const other = others.find(
		({ settingsKey, content }) => settingsKey !== first.settingsKey || content !== first.content,
	);
	if (other === undefined) return;
	refuseAll(run, {
		reason: `A campaign to distribution lists has one message, but items ${first.item} and ${other.item} differ`,
		fix: "Use the same text, lists and settings for all items, or an operation such as 'Send' for a message to each list.",
	});
}

/**
 * Refuses rows that would send a recipient the same message again because a setting differs. With
 * Duplicates: Send Once each gets it once, and no row may decide its time or sender for another.
 */
export async function refuseRepeats(run: CampaignRun): Promise<void> {
	const { duplicates, test } = run.options;
	if (duplicates !== 'once' || test !== undefined) return;
	if (run.settings.size < 2) return;
	const inSettings = new Map<string, string>();
	for (const [key, { body }] of run.settings) inSettings.set(key, JSON.stringify(sharedIn(body)));
	const firstRows = new Map<string, CampaignRow>();
	await eachGivingWay(openRows(run), (row) => {
		const message = `${comparablePhone(row.phone)} ${inSettings.get(row.settingsKey)} ${row.content}`;
		const first = firstRows.get(message) ?? row;
		firstRows.set(message, first);
		if (first.settingsKey === row.settingsKey) return;
		refuse(run, [row], {
			reason: `The item has the phone number and message of item ${first.item}, but other settings, so the message would be sent twice`,
			fix: "Remove one of the items, give both the same settings, or set 'Duplicates' to Send Each.",
		});
	});
}
