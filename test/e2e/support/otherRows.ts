import { pinRows, says, type SystemRow } from './systemRow';

/**
 * What other systems may return besides what is pinned in the examples: no phone, no name, a boolean as text, a date with
 * its time, nothing where an object was. No one may get a wrong message, and one bad row must not stop the others.
 */

const [DANA, YOSSI, NOA, CHEN] = ['0570001001', '0570001002', '0570021003', '0570011023'];
const value = (given: unknown) => ({ value: given });
const when = 'other systems return something else';

/** HubSpot's contact, or what its node outputs where there is none. */
const contacts: Array<Record<string, unknown>> = [
	{ error: 'The resource you are requesting could not be found' },
	{ mobilephone: value(DANA), chat_consent: value('false') },
	{ mobilephone: value(YOSSI), chat_consent: value(true), firstname: value('') },
	{ firstname: value('Noa'), phone: value('') },
	{ phone: value(NOA), mobilephone: value(null), firstname: value('Noa') },
];

const cart = (token: string, more: object) => ({
	...{ token, created_at: '2026-11-28T10:00:00+02:00', buyer_accepts_sms_marketing: true },
	...{ email: `${token}@example.com`, abandoned_checkout_url: `https://shop.example.com/${token}` },
	...more,
});

const born = (Phone: string | undefined, more: object) => ({
	...{ Phone, 'First Name': 'Dana', Birthday: today(), 'SMS Consent': true },
	...more,
});
const today = () => `1990${new Date().toISOString().slice(4, 10)}`;

export const otherRows: SystemRow[] = [
	{
		...{ file: 'hubspot-new-lead.json', start: 'New deal', when },
		pin: (_, example) => {
			const deals = contacts.map((_contact, index) => ({ dealId: index + 1 }));
			pinRows(example, 'New deal', deals);
			pinRows(example, 'Deal', [{ dealId: 1 }, { error: 'Gone' }, ...deals.slice(2)]);
			pinRows(
				example,
				'Contact',
				contacts.map((each) => ('error' in each ? each : { properties: each })),
			);
		},
		sent: [
			`sms ${DANA} Hello there, thank you for your interest in MyShop. We will call you soon.`,
			`chat ${YOSSI} Hello dear customer, your coupon is WELCOME10.`,
			`sms ${NOA} Hello Noa, thank you for your interest in MyShop. We will call you soon.`,
		],
		writes: {
			'Write it to the deal': [
				{ dealId: '3', last_message_outcome: 'accepted' },
				{
					dealId: '1',
					last_message_outcome: 'refused',
					last_message_details: says('not be found'),
				},
				{ dealId: '2', last_message_outcome: 'accepted' },
				{ dealId: '4', last_message_outcome: 'refused', last_message_details: says('Phone') },
				{ dealId: '5', last_message_outcome: 'accepted' },
			],
		},
	},
	{
		...{ file: 'google-sheets-campaign.json', start: 'Start', when },
		pin: (rows, example) => {
			Object.assign(rows('Rows')[0], { Phone: '', Outcome: '' });
			Object.assign(rows('Rows')[1], { 'First name': null });
			Object.assign(rows('Rows')[3], { Phone: null });
			// She opted out by the link in the message, which the row says she got.
			Object.assign(rows('Rows')[4], { Outcome: 'accepted' });
			pinRows(example, 'Opted out', [{ phone: '+972 57-001-1023', event: 'OPTED_OUT' }]);
		},
		sent: [`sms ${YOSSI} Hello there, spring is here: everything at half the price.`],
		writes: {
			'Write it to the row': [
				{ row_number: '2', Outcome: 'refused', taskId: '', Reason: says('phone') },
				{ row_number: '3', Outcome: 'accepted' },
				{ row_number: '4', Outcome: 'refused' },
				{ row_number: '5', Outcome: 'refused' },
			],
		},
	},
	{
		...{ file: 'google-sheets-campaign.json', start: 'Start' },
		when: 'no one has opted out',
		pin: (rows, example) => {
			pinRows(example, 'Rows', rows('Rows').slice(-1));
			pinRows(example, 'Opted out', []);
		},
		sent: [`sms ${CHEN} Hello Chen, spring is here: everything at half the price.`],
	},
	{
		...{ file: 'shopify-order-paid.json', start: 'Order paid', when },
		pin: (_, example) => {
			const day = [{ name: 'delivery_day', value: 'Sunday' }];
			pinRows(example, 'Order paid', [
				{ id: 1, order_number: 1001, phone: DANA, customer: null, note_attributes: [] },
				{ id: 2, order_number: 1002, customer: { phone: null }, note_attributes: day },
				{ id: 3, order_number: 1003, phone: YOSSI, customer: null, note_attributes: day },
			]);
			// Whose order has no phone is not taken for someone of an empty list.
			pinRows(example, 'Opted out', []);
		},
		sent: [`chat ${YOSSI} Hello dear customer, your order arrives on Sunday.`],
		writes: {
			'Note it in the order': [
				{ orderId: '1', note: says('Chat message: refused') },
				{ orderId: '2', note: says('Chat message: refused') },
				{ orderId: '3', note: 'Chat message: accepted' },
			],
		},
	},
	{
		...{ file: 'shopify-abandoned-cart.json', start: 'Checkout begun' },
		when: 'customers ordered otherwise, did not agree, or have no phone',
		pin: (_, example) => {
			// As the node outputs what it waits for, but at once.
			delete example.pinData!['Three hours'];
			const wait = example.nodes.find(({ name }) => name === 'Three hours')!;
			wait.parameters.dateTime = '={{ $now.plus({ seconds: 1 }).toISO() }}';
			pinRows(example, 'Checkout begun', [
				cart('none', { customer: null }),
				cart('refused', { phone: DANA, buyer_accepts_sms_marketing: 'false' }),
				cart('unset', { phone: DANA, buyer_accepts_sms_marketing: null }),
				cart('email', { phone: DANA, email: 'Dana@Example.com' }),
				cart('customer', { phone: DANA, email: null, customer: { id: 77 } }),
				cart('token', { phone: DANA, email: '' }),
				cart('optedOut', { phone: '+972 57 001 1023' }),
				cart('wrong', { phone: '12' }),
				cart('good', {
					customer: { phone: YOSSI, first_name: '' },
					buyer_accepts_sms_marketing: 'true',
				}),
			]);
			pinRows(example, 'Orders since then', [
				{ id: 1, checkout_token: null, email: 'dana@example.com', customer: null },
				{ id: 2, checkout_token: 'other', email: '', customer: { id: 77 } },
				{ id: 3, checkout_token: 'token', email: null },
			]);
		},
		sent: [
			`sms ${YOSSI} Hello there, your cart at MyShop is still here: https://shop.example.com/good`,
		],
	},
	{
		...{ file: 'calendar-reminder.json', start: 'Every hour', when },
		pin: (_, example) => {
			const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
			// A zone in which it is past 14:00.
			const offset = 14 - new Date().getUTCHours();
			const zone = `UTC${offset < 0 ? '' : '+'}${offset}`;
			const start = { dateTime: hours(24), timeZone: zone };
			const guests: Array<[appointment: object, customer: object]> = [
				[{ start: { date: hours(24).slice(0, 10) } }, { Phone: DANA }],
				[{ status: 'cancelled' }, { Phone: DANA }],
				[{ start }, { Phone: '', 'First name': 'Dana' }],
				[{ start }, { Phone: YOSSI, 'Time zone': '', 'First name': '' }],
				[{ start }, { Phone: NOA, 'Time zone': 'Nowhere/City', 'First name': 'Noa' }],
				[{ start }, { Phone: CHEN, 'First name': 'Chen' }],
			];
			pinRows(
				example,
				'Appointments',
				guests.map(([appointment], index) => ({ id: `a${index}`, ...appointment })),
			);
			pinRows(
				example,
				'Customers',
				guests.map(([, customer]) => ({ 'Time zone': zone, ...customer })),
			);
			pinRows(example, 'Opted out', [{ phone: '+972 57-001-1023', event: 'OPTED_OUT' }]);
		},
		sent: [
			expect.stringMatching(
				`sms ${YOSSI} Hello there, we expect you tomorrow at 14:\\d\\d`,
			) as string,
			expect.stringMatching(`sms ${NOA} Hello Noa, we expect you tomorrow at 14:\\d\\d`) as string,
		],
	},
	{
		...{ file: 'airtable-birthday.json', start: 'Every morning', when },
		pin: (_, example) => {
			example.settings!.timezone = 'Etc/UTC';
			pinRows(example, 'Customers', [
				born(undefined, {}),
				born(DANA, { 'SMS Consent': 'false' }),
				born(DANA, { Birthday: null }),
				born(DANA, { Birthday: 'unknown' }),
				born(YOSSI, {
					'First Name': '',
					Birthday: `${today()}T23:30:00.000Z`,
					'SMS Consent': 'true',
				}),
				born(NOA, { 'First Name': 'Noa' }),
				born(NOA, { 'First Name': 'Lior' }),
				born(CHEN, {}),
			]);
		},
		sent: [
			`sms ${YOSSI} Happy birthday, dear customer! Your gift at MyShop: 20% off today.`,
			`sms ${NOA} Happy birthday, Noa! Your gift at MyShop: 20% off today.`,
		],
		outputs: {
			'Not sent': [
				{ error: says('Phone number is empty') },
				{ 'First Name': 'Lior', outcome: 'refused' },
			],
		},
		again: {},
	},
	{
		...{ file: 'pipedrive-opt-outs.json', start: 'Start', when },
		pin: (_, example) => {
			pinRows(example, 'Persons', [
				{ id: 1, first_name: 'Dana', phone: null },
				{ id: 2, first_name: 'Dana', phone: [] },
				{ id: 3, first_name: 'Dana', phone: [{ value: '', primary: true }] },
				{ id: 4, first_name: '', phone: [{ value: NOA, primary: false }] },
				{ id: 5, first_name: 'Yossi', phone: [{ value: `+972 ${YOSSI.slice(1)}`, primary: true }] },
			]);
		},
		sent: [`sms ${NOA} Hello there, spring is here: everything at half the price.`],
	},
	{
		...{ file: 'weekly-overview.json', start: 'Every Monday', when },
		pin: (_, example) => {
			const campaign = { taskId: '70020', channel: 'sms', startedAt: '2026-11-25T08:00:00+02:00' };
			pinRows(example, 'Campaigns of the week', [
				{ ...campaign, channel: 'other', sentCount: 5 },
				{ ...campaign, sentCount: '340', endedBy: 'END' },
			]);
		},
		sent: [],
		writes: {
			'Write the overview': [
				{ Week: '2026-W48', 'Ended by': 'still running', Sent: '5', Failed: '0', Cost: '0.00' },
				{ Week: '2026-W48', 'Ended by': 'END', Sent: '340', Cost: '17.00' },
			],
		},
	},
	{
		...{ file: 'slack-alert.json', start: 'Campaign stopped', when },
		pin: (_, example) =>
			pinRows(example, 'Campaign stopped', [{ event: 'NEW_EVENT', taskId: '7', sentCount: null }]),
		sent: [],
		writes: {
			'Tell the channel': [
				{
					text: says('stopped (NEW_EVENT) after an unknown number of messages. The service failed'),
				},
			],
		},
	},
];
