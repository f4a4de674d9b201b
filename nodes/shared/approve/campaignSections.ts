// What a page shows of a campaign: counts, cost, warnings, and messages as phones show them.
import type { IDataObject } from 'n8n-workflow';

import { page } from '../pages/answerPage';
import { apart, bar, firstLines, listOf, reasonsOf, section, type ShownLine } from '../pages/page';
import { previewWords, type PageLanguage, type PreviewWords } from '../pages/pageTexts';
import { groupedBy } from '../rules/lists';
import { clockTime, weekdays, type QuietTimes } from '../rules/quietHours';
import { localTime } from '../rules/schedule';
import { escaped, escapedData } from '../rules/text';
import type {
	CampaignFacts,
	SharedCampaign,
	SharedRules,
	SharedSettings,
	ShownMessage,
} from './previewed';

/** The parts of a page that show a campaign: what would be sent, to whom, when, and its cost. */
export function campaignSections(campaign: SharedCampaign, language: PageLanguage): string {
	const words = previewWords(language);
	const { settings, shown } = campaign;
	const timeZones = valuesOf(settings, ({ zone }) => zone);
	return [
		numbers(shown, words),
		section(words.warnings, listOf(shown.warnings)),
		section(words.campaign, whoAndWhen(campaign, words)),
		costs(shown, words),
		phones(shown, words),
		section(words.timeZones, reasonsOf(timeZones, words.rows)),
		section(words.leftOut, reasonsOf(shown.leftOut, words.rows)),
		section(words.refused, reasonsOf(shown.refused, words.rows)),
	]
		.filter((each) => each !== '')
		.join('\n');
}

/**
 * The page of a preview, to look at or to print: what an approval shows, without a form.
 *
 * @param summary what would be sent, in one sentence
 */
export function campaignPage(summary: string, campaign: SharedCampaign): string {
	const content = `<p>${escaped(summary)}</p>\n${campaignSections(campaign, 'en')}`;
	return page({ language: 'en' }, 'Campaign preview', content);
}

function numbers(facts: CampaignFacts, words: PreviewWords): string {
	const sum = (lines: ShownLine[]) => lines.reduce((all, { rows }) => all + rows, 0);
	const shown = [
		[words.recipients, facts.recipients],
		[words.messages, facts.messages],
		[words.leftOut, sum(facts.leftOut)],
		[words.refused, sum(facts.refused)],
	].flatMap(([label, count]) =>
		count === null || count === 0
			? []
			: [`<dt>${label}</dt><dd>${Number(count).toLocaleString('en')}</dd>`],
	);
	return shown.length === 0 ? '' : `<dl>${shown.join('')}</dl>`;
}

/** Parameters shown in messages or on translated lines. */
const SHOWN_APART = ['desc', 'from', 'int', 'tts', 'fileurl', 'sid', 'template'];

/** The sender, name, times and other settings. Different values are shown with their rows. */
function whoAndWhen({ rules, settings, shown }: SharedCampaign, words: PreviewWords): string {
	const line = (
		label: string,
		valueOf: (own: SharedSettings) => unknown,
		shownAs: (value: string) => string = apart,
	) => {
		const values = valuesOf(settings, valueOf);
		const all = values.map(({ reason, rows }) => {
			const whose = values.length === 1 ? '' : `${escaped(words.rows(rows))}: `;
			return `<dd>${whose}${shownAs(reason)}</dd>`;
		});
		return all.length === 0 ? '' : `<dt>${escaped(label)}</dt>${all.join('')}`;
	};
	const { quietHours, recipientZone, spreadOver } = rules;
	const quietZone = ({ timeZone }: SharedSettings) =>
		quietHours && (recipientZone ? words.localTime : timeZone);
	const wires = new Set(settings.flatMap(({ body }) => Object.keys(body)));
	for (const wire of SHOWN_APART) wires.delete(wire);
	const lines = [
		line(words.name, ({ body }) => body.desc),
		line(words.sender, ({ body }) => body.from ?? words.ownSender),
		line(words.language, ({ template }) => template?.language),
		line(words.begins, (own) => beginning(own, rules, words)),
		line(words.quietHours, quietZone, (zone) => quietTimes(quietHours!, zone, words)),
		line(words.delay, ({ body }) => body.int && words.seconds(Number(body.int))),
		line(words.spreadOver, () => spreadOver && words.hours(spreadOver)),
		...[...wires].map((wire) => line(shown.labels[wire] ?? wire, ({ body }) => body[wire])),
	].join('');
	return lines === '' ? '' : `<dl>${lines}</dl>`;
}

/** Each value in settings with its number of recipients, the most first, without missing values. */
function valuesOf(
	settings: SharedSettings[],
	valueOf: (own: SharedSettings) => unknown,
): ShownLine[] {
	const groups = groupedBy(settings, (own) => {
		const value = valueOf(own);
		return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
	});
	const lines = [...groups].flatMap(([reason, same]) =>
		reason === undefined
			? []
			: [{ reason, rows: same.reduce((sum, { recipients }) => sum + recipients, 0) }],
	);
	return firstLines(lines.sort((one, other) => other.rows - one.rows));
}

/** A time, or words when only the moment of sending decides it. */
function beginning(
	{ startsAt, zone, timeZone }: SharedSettings,
	{ quietHours, recipientZone }: SharedRules,
	words: PreviewWords,
): string {
	if (startsAt !== undefined) {
		const start = localTime(Date.parse(startsAt), zone ?? timeZone)
			.slice(0, 16)
			.replace('T', ' ');
		return `${start} (${zone === undefined ? timeZone : words.localTime})`;
	}
	if (quietHours === undefined) return words.atOnce;
	return words.atOnce + words.afterQuiet + (recipientZone ? ` (${words.localTime})` : '');
}

/** When no message is sent, and in which time zone. Every language shows times in this order. */
function quietTimes({ hours, days }: QuietTimes, zone: string, words: PreviewWords): string {
	const times = hours && [hours.from, hours.until].map(clockTime).join('–');
	return [
		...(times ? [`<bdi dir="ltr">${escaped(times)}</bdi> ${apart(`(${zone})`)}`] : []),
		...days.map((day) => apart(words.day(weekdays.indexOf(day)))),
	].join(' · ');
}

/** How many rows cost one, two, three or more messages; empty if messages are not counted. */
function costs({ recipients, costs }: CampaignFacts, words: PreviewWords): string {
	const labels = [words.each(1), words.each(2), words.threeOrMore];
	const unknown = `<p>${escaped(words.unknownRecipients)}</p>`;
	return section(words.cost, recipients === null ? unknown : bar(labels, costs, words.rows));
}

/** The first messages that differ. */
function phones(facts: CampaignFacts, words: PreviewWords): string {
	const { sample, different } = facts;
	if (sample.length === 0) return '';
	const more =
		different > sample.length
			? `<p class="soft">${escaped(words.firstOf(sample.length, different))}</p>\n`
			: '';
	const all = sample.map((message) => phone(message, words)).join('\n');
	return section(words.messages, `${more}<div class="phones">\n${all}\n</div>`);
}

function phone({ recipient, rows, note }: ShownMessage, words: PreviewWords): string {
	const part = (name: string, value: unknown) =>
		typeof value === 'string' && value !== ''
			? `<div class="${name}" dir="auto">${escapedData(value)}</div>`
			: '';
	const { text, header, body, footer, buttons, file, service, messages } = note;
	const plays =
		file ?? (service === undefined ? undefined : `Telephony service ${String(service)}`);
	const bubble = [
		part('head', header),
		part('body', text ?? body ?? plays),
		part('foot', footer),
	].join('');
	const links = (Array.isArray(buttons) ? (buttons as IDataObject[]) : []).map(
		({ text: label, url }) =>
			`<div class="button" dir="auto">${escapedData(String(label))}${typeof url === 'string' ? `<small>${escapedData(url)}</small>` : ''}</div>`,
	);
	const cost = typeof messages === 'number' ? [words.each(messages)] : [];
	const said = [...cost, ...(rows > 1 ? [words.rows(rows)] : [])].join(' · ');
	return `<article class="phone">
<p class="to">${apart(recipient)}</p>
<div class="bubble">${bubble}</div>${links.join('')}
${said === '' ? '' : `<p class="cost">${escaped(said)}</p>`}
</article>`;
}
