import type { Template, TemplateButton } from '../state/template';

const demoMedia = 'https://media.example.com/extapi-demo';

function template(
	own: Pick<Template, 'code' | 'displayName' | 'body'> & Partial<Template>,
): Template {
	return {
		status: 'APPROVED',
		needsResync: false,
		category: 'UTILITY',
		language: 'en',
		qualityScore: 'GREEN',
		updated: '2025-06-01 09:30:00',
		header: { type: 'NONE', text: '', defaultMediaUrl: '' },
		headerExamples: [],
		bodyExamples: [],
		footer: '',
		buttons: [],
		expirationMinutes: 0,
		securityRecommendation: false,
		...own,
	};
}

const link = (text: string, url: string, example: string): TemplateButton => ({
	type: 'URL',
	text,
	url,
	dynamic: true,
	example,
});

const quickReply = (text: string): TemplateButton => ({
	type: 'QUICK_REPLY',
	text,
	url: '',
	dynamic: false,
	example: '',
});

const copyCode = (text: string): TemplateButton => ({
	type: 'COPY_CODE',
	text,
	url: '',
	dynamic: false,
	example: '',
});

/** Fresh copies of the seeded chat templates; each code shows one shape of template. */
export function seedTemplates(): Template[] {
	return [
		template({ code: 2001, displayName: 'opening_hours', body: 'We are open today until 20:00.' }),
		template({
			code: 2002,
			displayName: 'spring_sale',
			category: 'MARKETING',
			body: 'Hello {{1}}, your coupon is {{2}}.',
			bodyExamples: ['Dana', 'SPRING10'],
		}),
		template({
			code: 2003,
			displayName: 'order_update',
			header: { type: 'TEXT', text: 'Order {{1}}', defaultMediaUrl: '' },
			headerExamples: ['A-1001'],
			body: 'Hello {{1}}, your order arrives on {{2}}.',
			bodyExamples: ['Dana', 'Sunday'],
			footer: 'Reply STOP to opt out',
			buttons: [link('Track', 'https://shop.example.com/track/{{1}}', 'A-1001')],
		}),
		template({
			code: 2004,
			displayName: 'new_collection',
			category: 'MARKETING',
			header: { type: 'IMAGE', text: '', defaultMediaUrl: `${demoMedia}/collection.jpg` },
			body: 'Our new collection is here.',
		}),
		template({
			code: 2005,
			displayName: 'invoice',
			header: { type: 'DOCUMENT', text: '', defaultMediaUrl: '' },
			body: 'Your invoice is attached.',
		}),
		template({
			code: 2006,
			displayName: 'how_to_video',
			header: { type: 'VIDEO', text: '', defaultMediaUrl: '' },
			body: 'Hello {{1}}, this is how it works.',
			bodyExamples: ['Dana'],
		}),
		template({
			code: 2007,
			displayName: 'login_code',
			category: 'AUTHENTICATION',
			body: '{{1}} is your verification code.',
			bodyExamples: ['12345'],
			buttons: [copyCode('Copy code')],
			expirationMinutes: 10,
			securityRecommendation: true,
		}),
		template({
			code: 2008,
			displayName: 'waiting_for_review',
			status: 'PENDING',
			qualityScore: 'UNKNOWN',
			body: 'Hello {{1}}.',
			bodyExamples: ['Dana'],
		}),
		template({
			code: 2009,
			displayName: 'outdated',
			needsResync: true,
			body: 'Hello {{1}}.',
			bodyExamples: ['Dana'],
		}),
		template({
			code: 2010,
			displayName: 'תזכורת לתור',
			language: 'he',
			body: 'שלום {{1}}, מזכירים לך את התור מחר.',
			bodyExamples: ['דנה'],
			footer: 'להסרה השיבו הסר',
			buttons: [quickReply('מאשר'), quickReply('מבטל')],
		}),
		template({
			code: 2011,
			displayName: 'refused_by_platform',
			status: 'REJECTED',
			qualityScore: 'RED',
			body: 'Win now!',
		}),
		template({
			code: 2012,
			displayName: 'delivery',
			body: 'Hello {{1}}, {{2}} arrives at {{3}}.',
			bodyExamples: ['Dana', 'your parcel', '18:00'],
		}),
		template({
			code: 2013,
			displayName: 'two_links',
			category: 'MARKETING',
			body: 'Choose a page.',
			buttons: [
				link('Shop', 'https://shop.example.com/{{1}}', 'sale?id=7'),
				link('Help', 'https://help.example.com/{{1}}', 'how to return'),
			],
		}),
		template({
			code: 2014,
			displayName: 'paused_by_platform',
			status: 'PAUSED',
			qualityScore: 'RED',
			body: 'Hello again.',
		}),
		template({ code: 2015, displayName: 'disabled', status: 'DISABLED', body: 'Hello.' }),
		template({
			code: 2016,
			displayName: 'flagged',
			status: 'FLAGGED',
			qualityScore: 'YELLOW',
			body: 'Hello.',
		}),
		template({
			code: 2017,
			displayName: 'being_deleted',
			status: 'PENDING_DELETION',
			body: 'Hello.',
		}),
		template({
			code: 2018,
			displayName: 'קוד כניסה',
			language: 'he',
			category: 'AUTHENTICATION',
			body: 'קוד האימות שלך מצורף.',
			bodyExamples: ['12345'],
			buttons: [copyCode('העתקת קוד')],
		}),
		template({
			code: 2019,
			displayName: 'code_in_review',
			category: 'AUTHENTICATION',
			status: 'PENDING',
			qualityScore: 'UNKNOWN',
			body: '{{1}} is your code.',
			bodyExamples: ['12345'],
			buttons: [copyCode('Copy code')],
		}),
	];
}
