// If this fails, a text of a message runs as code on the answer page.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { noticePage, pageHeaders } from '../../../nodes/shared/pages/answerPage';
import { escaped } from '../../../nodes/shared/rules/text';
import { pageLanguages, pageTexts, previewWords } from '../../../nodes/shared/pages/pageTexts';
import { questionPage } from '../../../nodes/shared/ask/pages';
import type { Answerable, FormFieldType } from '../../../nodes/shared/ask/question';
import { names, type Complaint } from '../../../nodes/shared/ask/readAnswer';

const approval: Answerable = { type: 'approval', fields: [] };
const types: FormFieldType[] = ['date', 'dropdown', 'email', 'number', 'radio', 'text', 'textarea'];

/** A page with everything that comes from elsewhere. */
function pagesWith(text: string): string[] {
	const fields = types.map((type) => ({
		...{ label: `${type} ${text}`, type, choices: [text], isRequired: true },
	}));
	const submitted = Object.fromEntries(fields.map((_field, index) => [names.field(index), text]));
	const complaints = new Map<string, Complaint>([[names.field(0), 'wrongDate']]);
	const asked = (answerable: Answerable) => ({
		...{ ...answerable, text, from: text, language: 'en' as const },
		call: { tool: text, parameters: { [text]: text, list: [{ [text]: text }] } },
	});
	return [
		questionPage(asked(approval)),
		questionPage(asked({ type: 'customForm', fields }), { submitted, complaints }),
		noticePage({ language: 'en', from: text }, { title: text, text }),
	];
}

/** The tags of a page and the names of their attributes: what no text may change. */
function skeletonOf(html: string): string[] {
	return [...html.matchAll(/<\/?([a-z0-9!]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/gi)].map(
		([, tag, attributes]) =>
			`${tag} ${[...attributes.matchAll(/([\w-]+)(?:="[^"]*")?/g)].map(([, name]) => name).join(' ')}`,
	);
}

const hostile = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc
		.array(
			fc.constantFrom(
				...['<script>alert(1)</script>', '</textarea>', '</select>', '"', "'", '`', '<', '>', '&'],
				...[' onclick=x', '</style>', '<!--', '-->', '&lt;', '\n', 'javascript:', '=', ' a'],
			),
		)
		.map((parts) => parts.join('')),
);

it.each(pageLanguages)('says each thing in words of its own ($name)', ({ value }) => {
	const { approve, decline, send } = pageTexts[value];
	expect(new Set([approve, decline, send]).size).toBe(3);
});

it.each([
	['en', '2 messages: 1 row', 'At once, or when quiet hours end', 'Saturday'],
	['he', '2 הודעות: שורה אחת', 'מיד, ובשעות השקטות בסיומן', 'יום שבת'],
	['ar', '2 رسالة: 1 صف', 'فورًا، وفي ساعات الهدوء عند انتهائها', 'السبت'],
	['ru', '2 сообщения: 1 строка', 'Сразу, а в тихие часы — когда они закончатся', 'суббота'],
] as const)('puts words together as its language does (%s)', (language, cost, begins, day) => {
	const words = previewWords(language);
	expect(`${words.each(2)}: ${words.rows(1)}`).toBe(cost);
	expect(`${words.atOnce}${words.afterQuiet}`).toBe(begins);
	expect(words.day(6)).toBe(day);
	expect(words.firstOf(3, 12)).toMatch(/\b3\b.*\b12\b/);
	expect([words.hours(5), words.seconds(5), words.rows(5)].join()).toMatch(
		/^5 [^#]*,5 [^#]*,5 [^#]*$/,
	);
});

describe('the answer page', () => {
	it('shows texts as texts, whatever they hold', () => {
		const plain = pagesWith('text').map(skeletonOf);
		fc.assert(
			fc.property(hostile, (text) => {
				// An empty message has no place on the page.
				expect(pagesWith(`x${text}`).map(skeletonOf)).toEqual(plain);
			}),
			{ numRuns: 500 },
		);
	});

	it('shows every character of a text', () => {
		fc.assert(
			fc.property(hostile, (text) => {
				const entities: Record<string, string> = {
					...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#96;': '`', '&amp;': '&' },
				};
				const back = escaped(text).replace(/&[#\w]+;/g, (entity) => entities[entity]);
				expect(back).toBe(text);
			}),
		);
	});

	it('holds no script, no address and nothing from elsewhere', () => {
		for (const html of pagesWith('x')) {
			expect(html).not.toMatch(/<script|\son\w+=|https?:|src=|href=|action=|<base|<link/i);
		}
	});

	it('lets nothing run, be framed, cached or told to others', () => {
		expect(pageHeaders['Content-Security-Policy']).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms$/,
		);
		expect(pageHeaders).toMatchObject({
			'Referrer-Policy': 'no-referrer',
			'Cache-Control': 'no-store',
			'X-Content-Type-Options': 'nosniff',
			'Content-Type': 'text/html; charset=utf-8',
		});
	});

	const letters = {
		...{ ar: /\p{Script=Arabic}/u, en: /[a-z]/, he: /\p{Script=Hebrew}/u },
		ru: /\p{Script=Cyrillic}/u,
	};
	it.each(pageLanguages.map(({ value }) => value))('speaks %s throughout', (language) => {
		const english = pageTexts.en;
		const texts = pageTexts[language];
		expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
		const textsIn = (part: object): string[] =>
			Object.entries(part).flatMap(([key, text]: [string, string | object]) =>
				key === 'direction' ? [] : typeof text === 'string' ? [text] : textsIn(text),
			);
		const said = textsIn(texts);
		for (const text of said) expect(text).toMatch(letters[language]);
		const html = questionPage({ ...approval, text: 'x', from: '', language });
		expect(html).toContain(`<html lang="${language}" dir="${texts.direction}">`);
		expect(['ar', 'he'].includes(language)).toBe(texts.direction === 'rtl');
	});

	const ofCall = (tool: string, parameters: IDataObject) => ({
		...{ ...approval, text: 'Refund?', from: '', language: 'en' as const },
		call: { tool, parameters },
	});

	it('shows the call of a review, each name and value in a direction of its own', () => {
		const parameters = {
			...{ שם: 'דנה 500', amount: 5, urgent: false, note: '', why: null },
			lines: [{ sku: 'A<1>' }, []],
		};
		const of = (name: string, value: string) => `<dt><bdi>${name}</bdi></dt><dd>${value}</dd>`;
		const list = [
			...[of('שם', '<bdi>דנה 500</bdi>'), of('amount', '<bdi>5</bdi>')],
			...[of('urgent', '<bdi>false</bdi>'), of('note', '<bdi>&quot;&quot;</bdi>')],
			of('why', '<bdi>null</bdi>'),
			of(
				'lines',
				`<dl>${of('0', `<dl>${of('sku', '<bdi>A&lt;1&gt;</bdi>')}</dl>`)}${of('1', '<bdi>[]</bdi>')}</dl>`,
			),
		].join('');
		const shown = `<p class="soft">Details: <bdi>החזר</bdi></p>\n<dl>${list}</dl>`;
		const question = ofCall('החזר', parameters);
		expect(questionPage(question)).toContain(shown);
	});

	it.each([
		[{ order: 'A1\n\namount\r\n5' }, '<bdi>A1↵\n↵\namount↵\n5</bdi>'],
		[{ '': 'x' }, '<dt><bdi>&quot;&quot;</bdi></dt>'],
		[{ 'a\nb': 'x' }, '<dt><bdi>a↵\nb</bdi></dt>'],
		[{ note: '  ' }, '<bdi>&quot;  &quot;</bdi>'],
		[{ note: {} }, '<bdi>{}</bdi>'],
	])('shows what cannot be taken for something else: %j', (parameters, shown) => {
		expect(questionPage(ofCall('refund', parameters))).toContain(shown);
	});
});
