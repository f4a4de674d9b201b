import type { IDataObject } from 'n8n-workflow';

import { readsClockAlone } from '../rules/expressions';
import { quietFor, type QuietHours } from '../rules/quietHours';
import { clearStart, localTime } from '../rules/schedule';
import type { CampaignRow } from '../run/planRequests';
import type { ReadItems } from '../run/readRows';
import type { RequestSettings } from '../run/settingsReader';
import { hashOf, keyFrom, WHOLE_HASH } from '../service/keys';
import type { CampaignKind, RenderContent } from './campaignRequest';
import { valueLines, type CampaignFacts } from './previewFacts';
import type { RunOptions } from './runOptions';

/** When a campaign begins: a plan has the rule, not what the clock makes of it. */
const TIMES = ['dh', 'di', 'dy', 'dm', 'dd'];
/** What a plan holds of the settings of rows, each different one looked at once. */
export class PlannedSettings {
	private readonly known = new Map<string, SettingsOfRows>();

	constructor(
		private readonly kind: CampaignKind,
		private readonly read: ReadItems,
		private readonly options: RunOptions,
	) {}

	async of({ settingsKey }: CampaignRow): Promise<SettingsOfRows> {
		let known = this.known.get(settingsKey);
		if (known === undefined) {
			const settings = this.read.settings.get(settingsKey)!;
			const { baseUrl, token } = await settings.context.getCredentials('extApi', 0);
			// A key made from the token tells accounts apart, and tells nothing of the token.
			const account = keyFrom(String(token), ['plan', String(baseUrl)]).toString('base64url');
			const render = await this.kind.renderer(settings.context);
			const templateOf = await this.kind.templateOf?.(settings.context);
			const template = templateOf?.(settings.body);
			const quietHours = quietFor(this.options.quietHours, settings);
			known = new SettingsOfRows(this.kind, settings, quietHours, account, render, template);
			this.known.set(settingsKey, known);
		}
		return known;
	}

	/** What a person sees of them. */
	facts(): Pick<CampaignFacts, 'names' | 'senders' | 'languages' | 'begins' | 'delays'> {
		const lines = (valueOf: (own: SettingsOfRows) => unknown) => {
			const rows = new Map<string, number>();
			for (const own of this.all) {
				const value = valueOf(own);
				if (typeof value !== 'string') continue;
				rows.set(value, (rows.get(value) ?? 0) + own.recipients);
			}
			return valueLines(rows, 'values');
		};
		const isDelayed = this.all.some(({ body }) => body.int !== undefined);
		return {
			names: lines(({ body }) => body.desc),
			senders: lines(({ body }) => String(body.from ?? '')),
			languages: lines(({ template }) => template?.language),
			begins: lines(({ beginsAt }) => beginsAt),
			delays: isDelayed ? lines(({ body }) => String(body.int ?? 0)) : [],
		};
	}

	/** The time zones in which the service reads schedules. */
	timeZones(): string[] {
		return [...new Set(this.all.map(({ timeZone }) => timeZone))].sort();
	}

	private get all(): SettingsOfRows[] {
		return [...this.known.values()];
	}
}

/**
 * When a time that was set begins, as a person sees it: after quiet hours, which no clock of a run changes. On the clock
 * of recipients it has no zone.
 */
function shownStart(
	{ startsAt, timeZone, zone }: RequestSettings,
	quiet: QuietHours | undefined,
): string {
	if (startsAt === undefined) return '';
	const begins = clearStart(startsAt, quiet, timeZone);
	const clock = localTime(begins, zone ?? timeZone)
		.slice(0, 16)
		.replace('T', ' ');
	return zone === undefined ? `${clock} (${timeZone})` : clock;
}

class SettingsOfRows {
	readonly body: IDataObject;
	readonly timeZone: string;
	/** The same as a person sees it: see `CampaignFacts`. */
	readonly beginsAt: string;
	/** How many get something. */
	recipients = 0;
	/** The codes of distribution lists. */
	readonly lists: string;
	readonly hash: string;
	private readonly contents = new Map<string, PlannedContent>();

	constructor(
		private readonly kind: CampaignKind,
		settings: RequestSettings,
		quiet: QuietHours | undefined,
		account: string,
		private readonly render: RenderContent,
		readonly template?: IDataObject,
	) {
		const { body, startRule, startsAt, timeZone, zone } = settings;
		const rule = startRule && readsClockAlone(startRule.slice(1)) ? startRule : undefined;
		this.body = withoutTimes(body);
		this.timeZone = timeZone;
		this.lists = typeof body.pid === 'string' ? body.pid : '';
		const begins = [rule ?? startsAt ?? null, timeZone, zone];
		this.beginsAt = rule ?? shownStart(settings, quiet);
		this.hash = hashOf([kind.url, account, this.body, begins, template], WHOLE_HASH);
	}

	/** What a recipient reads, as it would be seen: a template counts with its words. */
	contentOf(content: string): PlannedContent {
		let known = this.contents.get(content);
		if (known === undefined) {
			const note = {
				...this.render(content, this.body),
				...(this.kind.messagesOf && { messages: this.kind.messagesOf(content) }),
			};
			known = { note, what: JSON.stringify([content, note]) };
			this.contents.set(content, known);
		}
		return known;
	}
}

interface PlannedContent {
	note: IDataObject;
	/** All of it, as one text. */
	what: string;
}

/** The parameters of a request but its times, in an order of their own. */
function withoutTimes(body: IDataObject): IDataObject {
	const entries = Object.entries(body).filter(([name]) => !TIMES.includes(name));
	return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
