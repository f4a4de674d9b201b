import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fixOf, warningsOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { typedWithFields } from '../rules/insertedValues';
import { columnOfAny, columnsOf } from '../rules/itemValue';
import { comparablePhone } from '../rules/phones';
import type { ItemWarnings } from '../run/checkedTexts';
import type { RefusedItem } from '../run/refusedItem';
import { OPT_OUT_FIELD } from '../run/mergeFields';
import { mergeFieldsIn } from '../run/mergeTextReader';
import type { CampaignRow } from '../run/planRequests';
import type { ReadItems } from '../run/readRows';
import { messageHash, sharedIn, type Ledger } from '../sentBefore/ledger';
import { eachGivingWay } from '../service/pause';
import type { CampaignKind } from './campaignRequest';
import type { RunOptions } from './runOptions';

interface CheckedItems {
	read: ReadItems;
	/** Of the rows that are left. */
	warnings: ItemWarnings;
}

/** So many recipients cannot have the same first name by chance. */
const SEVERAL = 3;

/**
 * Looks at the messages as the recipients get them, each different one once, and refuses those of which a check warns
 * that is to keep messages back. A test is sent to one's own phones: nothing is kept back.
 *
 * @param ledger what earlier tries sent
 */
export async function checkRows(
	context: IExecuteFunctions,
	kind: CampaignKind,
	read: ReadItems,
	ledger: Ledger,
	options: RunOptions,
): Promise<CheckedItems> {
	const looked = new Look(context, kind, options);
	const known = new Map<string, Map<string, Warning[]>>();
	const warnings: ItemWarnings = new Map();
	await eachGivingWay(read.rows, async (row) => {
		let ofSettings = known.get(row.settingsKey);
		if (ofSettings === undefined) known.set(row.settingsKey, (ofSettings = new Map()));
		let found = ofSettings.get(row.content);
		if (found === undefined) {
			found = await looked.at(row, read);
			ofSettings.set(row.content, found);
		}
		if (found.length > 0) warnings.set(row.item, found);
	});
	if (looked.isSameForAll(read, ledger)) {
		for (const { item } of read.rows) {
			warnings.set(item, [...(warnings.get(item) ?? []), { check: 'sameForAll' }]);
		}
	}
	return refused(kind, read, warnings, options);
}

class Look {
	private readonly typed: string;
	private readonly hasMergeFields: boolean;
	/** Merge fields that are no column: each recipient gets their fallbacks. */
	private readonly unknown: Warning[];
	/** Whether every text has a link to opt out by. */
	private readonly hasOptOutLink: boolean;

	constructor(
		context: IExecuteFunctions,
		private readonly kind: CampaignKind,
		private readonly options: RunOptions,
	) {
		const texts = kind.checked.typed(context.getNode().parameters).filter((text) => text !== '');
		this.typed = kind.checked.channel === 'chat' ? '' : texts.map(typedWithFields).join('\n');
		const fields = texts.flatMap(mergeFieldsIn);
		const inputs = context.getInputData();
		const isColumn = columnOfAny(() => inputs);
		this.unknown = fields
			.filter((field) => field !== OPT_OUT_FIELD && !isColumn(field))
			.map((field) => ({
				check: 'leftovers',
				found: `{${field}}`,
				why: `no item has this column: ${columnsOf(inputs[0]?.json ?? {})}`,
			}));
		this.hasMergeFields = fields.some((field) => field !== OPT_OUT_FIELD);
		this.hasOptOutLink = options.optOut !== undefined && fields.includes(OPT_OUT_FIELD);
	}

	async at({ content, settingsKey }: CampaignRow, { settings }: ReadItems): Promise<Warning[]> {
		const { channel, own } = this.kind.checked;
		const { body, context } = settings.get(settingsKey)!;
		const text = own(content, body);
		if (text === undefined) return [];
		const { senderName, optOutWords } = this.options.checks.wording ?? {};
		const wording = { senderName, optOutWords: this.hasOptOutLink ? undefined : optOutWords };
		const isWhole = channel !== 'chat' || (senderName ?? optOutWords) === undefined;
		const whole = isWhole ? text : await this.rendered(context, content, body);
		const found = warningsOf({ channel, own: text, whole, typed: this.typed, ...wording });
		return [...found, ...this.unknown];
	}

	/** Whether all messages of the run are the same, those of earlier tries included. */
	isSameForAll({ rows, settings }: ReadItems, ledger: Ledger): boolean {
		const { channel } = this.kind.checked;
		if (!this.hasMergeFields || channel === 'voice' || this.options.sendTo === 'lists')
			return false;
		if (new Set(rows.map(({ phone }) => phone)).size < SEVERAL) return false;
		const [{ content: first, settingsKey }] = rows;
		const { body } = settings.get(settingsKey)!;
		const message = messageHash({ ...body, ...this.kind.sharedContent(first) });
		const others = [...ledger.reached().values()].flat();
		return (
			rows.every(({ content }) => content === first) &&
			others.every((each) => each.message === message)
		);
	}

	private async rendered(
		context: IExecuteFunctions,
		content: string,
		body: IDataObject,
	): Promise<string> {
		const render = await this.kind.renderer(context);
		const { header, body: text, footer } = render(content, body);
		return [header, text, footer].filter((part) => typeof part === 'string').join('\n');
	}
}

function refused(
	kind: CampaignKind,
	read: ReadItems,
	found: ItemWarnings,
	{ checks: { refused: checks }, test }: RunOptions,
): CheckedItems {
	if (checks === undefined || test !== undefined || found.size === 0) {
		return { read, warnings: found };
	}
	const warnings = new Map(found);
	const refusals: RefusedItem[] = [];
	const rows = read.rows.filter(({ item, phone }) => {
		const against = found.get(item)?.find(({ check }) => checks.has(check));
		if (against === undefined) return true;
		warnings.delete(item);
		refusals.push({
			item,
			...(phone === '' ? {} : { phone }),
			reason: `${kind.contentLabel}: ${whatIsWrong(against)} ('Blocking Checks')`,
			fix: fixOf(against),
		});
		return false;
	});
	return { read: { ...read, rows, refused: [...read.refused, ...refusals] }, warnings };
}

/**
 * Refuses rows that would give a recipient the same message again, in a campaign of its own because a setting differs.
 * With Duplicates: Send Once each recipient gets each message once, and no row may decide when or by whom for another.
 */
export async function withoutRepeats(
	read: ReadItems,
	{ duplicates, sendTo, test }: RunOptions,
): Promise<ReadItems> {
	if (duplicates !== 'once' || sendTo === 'lists' || test !== undefined) return read;
	if (read.settings.size < 2) return read;
	const inSettings = new Map<string, string>();
	for (const [key, { body }] of read.settings) {
		inSettings.set(key, JSON.stringify(sharedIn(body)));
	}
	const firstRows = new Map<string, CampaignRow>();
	const refusals: RefusedItem[] = [];
	const rows: CampaignRow[] = [];
	await eachGivingWay(read.rows, (row) => {
		const message = `${comparablePhone(row.phone)} ${inSettings.get(row.settingsKey)} ${row.content}`;
		const first = firstRows.get(message) ?? row;
		firstRows.set(message, first);
		if (first.settingsKey === row.settingsKey) {
			rows.push(row);
			return;
		}
		refusals.push({
			...{ item: row.item, phone: row.phone },
			reason: `The item has the phone number and message of item ${first.item}, but other settings, so the message would be sent twice`,
			fix: "Remove one of the items, give both the same settings, or set 'Duplicates' to Send Each.",
		});
	});
	return { ...read, rows, refused: [...read.refused, ...refusals] };
}
