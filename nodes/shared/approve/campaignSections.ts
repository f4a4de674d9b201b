import type { IDataObject } from 'n8n-workflow';

import { page } from '../pages/answerPage';
import {
	apart,
	bar,
	listOf,
	reasonsOf,
	section,
	type BarPart,
	type ShownLine,
} from '../pages/page';
import { previewWords, type PageLanguage, type PreviewWords } from '../pages/pageTexts';
import { escaped, escapedData } from '../rules/text';
import { clockTime, weekdays } from '../rules/quietHours';
import type { CampaignFacts, ShownMessage } from './facts';

/**
 * What a campaign would send, as a page shows it: numbers, warnings, who sends it and when, cost, messages on phones, and
 * who gets nothing.
 */
export function campaignSections(facts: CampaignFacts, language: PageLanguage): string {
	const words = previewWords(language);
	const { timeZones, leftOut, refused, warnings } = facts;
	return [
		numbers(facts, words),
		section(words.warnings, listOf(warnings)),
		section(words.campaign, whoAndWhen(facts, words)),
		costs(facts, words),
		phones(facts, words),
		section(words.timeZones, reasonsOf(timeZones, words.rows)),
		section(words.leftOut, reasonsOf(leftOut, words.rows)),
		section(words.refused, reasonsOf(refused, words.rows)),
	]
		.filter((each) => each !== '')
		.join('\n');
}

/**
 * The page of a campaign's preview, to look at or to print: what an approval of it shows, without a form.
 *
 * @param summary what would be sent, in one sentence
 */
export function campaignPage(summary: string, facts: CampaignFacts): string {
	const content = `<p>${escaped(summary)}</p>\n${campaignSections(facts, 'en')}`;
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

/** Who sends the campaign, under which name, and when. */
function whoAndWhen({ sending }: CampaignFacts, words: PreviewWords): string {
	const { names, senders, languages, begins, delays, quietHours, spreadOver, others } = sending;
	const zone = quietHours?.timeZone ?? words.localTime;
	const { hours, days = [] } = quietHours ?? {};
	const held = quietHours === null ? '' : words.afterQuiet;
	const orLater = held && quietHours?.timeZone === null ? `${held} (${words.localTime})` : held;
	const quiet = [
		...(hours
			? [`${inOrder([hours.from, hours.until].map(clockTime))} ${apart(`(${zone})`)}`]
			: []),
		...days.map((day) => apart(words.day(weekdays.indexOf(day)))),
	];
	const lines: Array<[label: string, values: string[]]> = [
		[words.name, valuesOf(names, words, apart)],
		[words.sender, valuesOf(senders, words, (sender) => apart(sender || words.ownSender))],
		[words.language, valuesOf(languages, words, apart)],
		[words.begins, valuesOf(begins, words, (time) => beginning(time, words, orLater))],
		[words.quietHours, quiet.length === 0 ? [] : [quiet.join(' · ')]],
		[words.delay, valuesOf(delays, words, (delay) => apart(words.seconds(Number(delay))))],
		[words.spreadOver, spreadOver === null ? [] : [apart(words.hours(spreadOver))]],
		...others.map(({ label, values }): [string, string[]] => [
			label,
			valuesOf(values, words, apart),
		]),
	];
	const shown = lines
		.filter(([, values]) => values.length > 0)
		.map(([label, values]) => {
			const all = values.map((value) => `<dd>${value}</dd>`).join('');
			return `<dt>${escaped(label)}</dt>${all}`;
		});
	return shown.length === 0 ? '' : `<dl>${shown.join('\n')}</dl>`;
}

/** A value that all rows have, or the different ones with their rows. */
function valuesOf(
	lines: ShownLine[],
	words: PreviewWords,
	shownAs: (value: string) => string,
): string[] {
	return lines.map(({ reason, rows }) =>
		lines.length === 1 ? shownAs(reason) : `${escaped(words.rows(rows))}: ${shownAs(reason)}`,
	);
}

/** A time, or in words what only the moment of sending decides. */
function beginning(time: string, words: PreviewWords, orLater: string): string {
	if (time === '') return apart(words.atOnce + orLater);
	// A time without a zone is that of each recipient.
	return apart(/\d$/.test(time) ? `${time} (${words.localTime})` : time);
}

/** From one time to another, in this order in every language. */
const inOrder = (times: string[]) => `<bdi dir="ltr">${escaped(times.join('–'))}</bdi>`;

/**
 * How many rows cost one, two, three or more messages; nothing where messages are not counted. Of distribution lists
 * only what each recipient costs is known.
 */
function costs(facts: CampaignFacts, words: PreviewWords): string {
	const [one = 0, two = 0, more = 0] = facts.costs;
	const cost = costIn(facts, words);
	const part = (color: BarPart['color'], label: string, count: number): BarPart => ({
		...{ color, label: cost(label), count },
		countText: words.rows(count),
	});
	const parts = [
		part('one', words.each(1), one),
		part('two', words.each(2), two),
		part('three', words.threeOrMore, more),
	];
	const unknown = facts.recipients === null ? `<p>${escaped(words.unknownRecipients)}</p>` : '';
	return section(words.cost, bar(parts) + unknown);
}

function costIn({ recipients }: CampaignFacts, words: PreviewWords): (messages: string) => string {
	return (messages) => (recipients === null ? words.perRecipient(messages) : messages);
}

/** The first messages that differ. */
function phones(facts: CampaignFacts, words: PreviewWords): string {
	const { sample, different } = facts;
	const cost = costIn(facts, words);
	if (sample.length === 0) return '';
	const more =
		different > sample.length
			? `<p class="soft">${escaped(words.firstOf(sample.length, different))}</p>\n`
			: '';
	const all = sample.map((message) => phone(message, words, cost)).join('\n');
	return section(words.messages, `${more}<div class="phones">\n${all}\n</div>`);
}

function phone(
	{ recipient, rows, note }: ShownMessage,
	words: PreviewWords,
	costOf: (messages: string) => string,
): string {
	const part = (name: string, value: unknown, tag = 'div') =>
		typeof value === 'string' && value !== ''
			? `<${tag} class="${name}" dir="auto">${escapedData(value)}</${tag}>`
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
	const cost = typeof messages === 'number' ? [costOf(words.each(messages))] : [];
	const said = [...cost, ...(rows > 1 ? [words.rows(rows)] : [])].join(' · ');
	return `<article class="phone">
<p class="to">${apart(recipient)}</p>
<div class="bubble">${bubble}</div>${links.join('')}
${said === '' ? '' : `<p class="cost">${escaped(said)}</p>`}
</article>`;
}
