// If this fails, the emulator's page hides a message, is slow, or cannot be used without a mouse.
import axios from 'axios';

import { startEmulator, type Emulator } from '../../emulator';
import { PhonePage, type Look } from './support/phonePage';
import { browserForTests } from './support/stack';

/** The emulator's page in a real browser, without n8n. */

const dana = '0570001001';
/** Work of the page, not time by the clock: a busy machine changes neither. */
const firstPaintMs = 1_000;
const longStepMs = 200;
const browser = browserForTests();
let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator({ campaignStepMs: 2 });
});
afterAll(async () => await emulator?.close());
beforeEach(() => emulator.control.reset());
afterEach(async () => {
	for (const context of (await browser()).contexts()) await context.close();
});

/** Opens the page at a view: the phone that most tests are about. */
async function open(view = `phones/${dana}`, look?: Look, timeZone?: string): Promise<PhonePage> {
	const page = await PhonePage.open(await browser(), emulator.url, look, timeZone);
	await page.show(view);
	return page;
}

const send = async (script: string, sent: object) => {
	const body = { token: 'demo-token-full', ...sent };
	const { data } = await axios.post<{ data: { taskId: string } }>(
		`${emulator.url}/extApi/${script}.php`,
		body,
	);
	return data.data.taskId;
};
const sendSms = async (sent: object) => await send('scheduleSms', { from: 'MyShop', ...sent });

/** One of everything that the page shows. */
async function fill(): Promise<string> {
	const taskId = await sendSms({
		pid: '1001',
		msg: 'Sale! https://shop.example.com',
		desc: 'Sale',
	});
	await sendSms({ list: dana, msg: 'שלום דנה, ההזמנה בדרך' });
	const personal = { header: { 1: 'A-7' }, body: { 1: 'Dana', 2: 'Sunday' }, button: { 0: 'A-7' } };
	await send('scheduleWa', { template: 2003, listjson: { [dana]: personal } });
	await send('scheduleWa', { template: 2010, list: dana, params: 'דנה' });
	const call = { from: '0771234567', desc: 'Survey', list: dana, tts: 'Press 1 or 9' };
	await send('scheduleVms', { ...call, getdigits: '19' });
	await send('sendOtp', { phone: dana, type: 'sms', lang: 'en' });
	await emulator.control.phones.write(dana, 'Are you open today?');
	await send('autoWebhook', { autoid: 701, name: 'Dana' });
	emulator.control.addFaults([{ kind: 'http500', times: 3 }]);
	return taskId;
}

describe.each<Look>([
	{ theme: 'light', small: false },
	{ theme: 'dark', small: true },
])('the page, $theme, small: $small', (look) => {
	it('can be used with an assistive device in every view', async () => {
		const taskId = await fill();
		const page = await open('phones', look);
		for (const view of [
			...['phones', `phones/${dana}`, 'campaigns', `campaigns/${taskId}`],
			...['requests', 'requests/1', 'account', 'faults', 'time'],
		]) {
			await page.show(view);
			await page.page.waitForLoadState('networkidle', { timeout: 1000 }).catch(() => undefined);
			const findings = await page.seriousFindings();
			expect({ view, findings }).toEqual({ view, findings: [] });
			const name = view.replace(/\/\d+$/, '-one');
			await page.screenshot(`page-${name}-${look.theme}${look.small ? '-small' : ''}`);
		}
		expect(page.errors).toEqual([]);
	});
});

describe('a phone', () => {
	it('shows what arrives, as it arrives', async () => {
		const page = await open();
		await page.page.getByText('Nothing has arrived yet.').waitFor();
		await sendSms({ list: dana, msg: 'x'.repeat(141) });
		await page.messages.getByText('2 parts').waitFor();
		await send('scheduleWa', { template: 2010, list: dana, params: 'דנה' });
		await page.messages.getByText('שלום דנה, מזכירים לך את התור מחר.').waitFor();
		const direction = `getComputedStyle([...document.querySelectorAll('.log .text')].at(-1)).direction`;
		expect(await page.page.evaluate(direction)).toBe('rtl');
		await page.page.getByRole('button', { name: 'מאשר' }).click();
		await page.messages.filter({ hasText: 'You' }).getByText('מאשר').waitFor();
		await page.page.getByText('until').waitFor();
	});

	it('shows a text as a text, and only web addresses as links', async () => {
		const msg =
			'<img src=x onerror="document.title=1"><b>bold</b> javascript:alert(1) http://a.example/?q=<i>';
		await sendSms({ list: dana, msg });
		const page = await open();
		await page.messages.getByText(msg).waitFor();
		expect(await page.messages.locator('img, b >> text=bold').count()).toBe(0);
		expect(await page.links.count()).toBe(1);
		expect(await page.links.getAttribute('href')).toMatch(/^http:\/\/a\.example\//);
		expect(await page.links.getAttribute('rel')).toContain('noopener');
	});

	it('takes the keys a call waits for, tells a recording from a voice, blocks, and leaves a list', async () => {
		const call = { from: '0', desc: 'Survey', list: dana, tts: 'Press', getdigits: '19' };
		await send('scheduleVms', call);
		const page = await open();
		await page.page.getByRole('button', { name: 'Press 1' }).waitFor();
		expect(await page.page.getByRole('button', { name: /^Press/ }).count()).toBe(2);
		await page.page.getByRole('button', { name: 'Press 9' }).click();
		await page.page.getByText('Pressed 9').waitFor();
		expect(await page.page.getByRole('button', { name: 'Press 1' }).isDisabled()).toBe(true);
		const { getdigits: _keys, tts: _text, ...played } = call;
		await send('scheduleVms', { ...played, fileurl: 'https://media.example.com/a.mp3' });
		await page.messages.getByText('Plays a recording').waitFor();
		expect(await page.messages.getByText('A voice says').count()).toBe(1);
		await page.page.getByRole('switch', { name: 'Block the business' }).click();
		await page.page.getByRole('checkbox', { name: /VIP/ }).click();
		await page.page.getByText('left', { exact: true }).waitFor();
		const [{ blocked, lists }] = emulator.control.phones.thread(dana).relations;
		expect([blocked, lists.find(({ pid }) => pid === 1002)?.left]).toEqual([true, true]);
	});

	it('shows the whole newest message, also when a picture above it turns out not to load', async () => {
		for (let sent = 0; sent < 8; sent++) await send('scheduleWa', { template: 2004, list: dana });
		await sendSms({ list: dana, msg: 'The newest' });
		const page = await open('phones');
		await page.page.route('**/collection.jpg', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 500));
			await route.abort();
		});
		await page.show(`phones/${dana}`);
		await page.messages.getByText('cannot be loaded from here').nth(7).waitFor();
		// Nothing grows any more: the log ends there, or never.
		await page.page.waitForFunction(`(() => {
			const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.log');
			return Math.round(scrollHeight - scrollTop - clientHeight) <= 1;
		})()`);
	});

	it('is found by its international number, and is the same phone', async () => {
		await sendSms({ list: dana, msg: 'Hello' });
		const page = await open('phones');
		await page.page.getByRole('searchbox').fill('+972 57-000-1001');
		await page.page.getByText('1 phone', { exact: true }).waitFor();
		expect(await page.page.getByText(/^Open the phone/).count()).toBe(0);
		await page.page.getByRole('searchbox').fill('972570009999');
		await page.page.getByText('Open the phone 057-000-9999').click();
		await page.page.getByRole('heading', { name: '057-000-9999' }).waitFor();
		expect(page.page.url()).toContain('#/phones/0570009999');
	});

	it('says what to do when the emulator is gone, and goes on when it is back', async () => {
		const own = await startEmulator({ campaignStepMs: 2 });
		const port = Number(new URL(own.url).port);
		const page = await PhonePage.open(await browser(), own.url);
		await page.show(`phones/${dana}`);
		const field = page.page.getByRole('textbox', { name: /^Write/ });
		await field.waitFor();
		await own.close();
		await page.page.getByText('Offline', { exact: true }).waitFor();
		await field.fill('Are you there?');
		await field.press('Enter');
		await page.page
			.getByRole('alert')
			.getByText('The emulator does not answer. Start it')
			.waitFor();
		const again = await startEmulator({ campaignStepMs: 2, port });
		await page.page.getByText('Live', { exact: true }).waitFor();
		await page.page.getByRole('alert').waitFor({ state: 'detached' });
		expect(await field.inputValue()).toBe('Are you there?');
		await field.press('Enter');
		await page.messages.getByText('Are you there?').waitFor();
		await again.close();
	});

	it('is found and chosen with the keyboard alone', async () => {
		await sendSms({ listjson: { '0570001002': 'For Yossi', [dana]: 'For Dana' } });
		const page = await open('phones');
		const { keyboard } = page.page;
		await page.page.getByRole('searchbox').focus();
		await keyboard.type('For');
		await page.page.getByText('2 phones').waitFor();
		await keyboard.press('Tab');
		await keyboard.press('ArrowDown');
		await keyboard.press('Enter');
		await page.messages.getByText('For Yossi').waitFor();
		const focused = async () => await page.page.locator(':focus').getAttribute('aria-label');
		await keyboard.press('Tab');
		expect(await focused()).toBe('Messages');
		await keyboard.press('Shift+Tab');
		await keyboard.press('Home');
		await keyboard.press('Enter');
		await page.messages.getByText('For Dana').waitFor();
	});
});

describe('many tabs', () => {
	it('all work: those out of sight hold no connection', async () => {
		const context = await (await browser()).newContext();
		const tabs: PhonePage[] = [];
		for (let count = 0; count < 9; count++) {
			const tab = await PhonePage.openIn(context, emulator.url);
			tabs.push(tab);
			if (count < 8) await tab.hide(true);
		}
		await sendSms({ list: dana, msg: 'For all tabs' });
		await tabs[8].page.getByText('For all tabs').waitFor();
		await tabs[8].hide(true);
		await tabs[0].hide(false);
		await tabs[0].page.getByText('For all tabs').waitFor();
	});
});

describe('a campaign', () => {
	it('is ended halfway by "Stop"', async () => {
		emulator.control.changeSettings({ campaignStepMs: 1_000, chunkSize: 1 });
		const taskId = await sendSms({ pid: '1001', msg: 'Sale', nu: `${emulator.url}/nowhere` });
		const page = await open(`campaigns/${taskId}`);
		await page.page.getByText('Running', { exact: true }).first().waitFor();
		await page.page.getByRole('button', { name: 'Stop', exact: true }).click();
		await page.page.locator('.detail').getByText('Stopped', { exact: true }).waitFor();
		await page.page.getByRole('cell', { name: 'STOP', exact: true }).waitFor();
		await page.page.getByRole('button', { name: /^Not sent/ }).waitFor();
		await page.page.getByRole('button', { name: 'Skipped 3' }).click();
		await page.page.getByText('blocked in the list').first().waitFor();
	});
});

describe('time', () => {
	it('is moved, which sends what was scheduled', async () => {
		const start = new Date(Date.now() + 3 * 86_400_000);
		const [dy, dm, dd] = start.toISOString().slice(0, 10).split('-');
		await sendSms({ list: dana, msg: 'Later', dy, dm, dd, dh: '12', di: '00' });
		const page = await open('time');
		await page.page.getByText(/, 1 recipient$/).waitFor();
		await page.page.getByRole('button', { name: '+ 1 week' }).click();
		await page.page.getByText('No campaign waits for its time.').waitFor();
		await page.show(`phones/${dana}`);
		await page.messages.getByText('Later').waitFor();
	});
});

describe('10,000 phones', () => {
	const tenThousand = async () => {
		emulator.control.changeSettings({ chunkSize: 10_000 });
		const phone = (index: number) => `052${2_000_001 + index}`;
		const texts = Array.from({ length: 9_000 }, (_, index) => [phone(index), `Hello ${index}`]);
		await sendSms({ listjson: Object.fromEntries(texts) });
		const others = texts
			.slice(0, 2_000)
			.map(([text], index) => [`053${text.slice(3)}`, `x${index}`]);
		await sendSms({ listjson: Object.fromEntries(others) });
		for (let count = 0; count < 10_000;) {
			await new Promise((resolve) => setTimeout(resolve, 50));
			count = emulator.control.phones.list().phones.length;
		}
	};

	it('are painted within a second of work, and scroll without a long task', async () => {
		await tenThousand();
		const opened = await open('phones');
		await opened.page.locator('[data-row]').first().waitFor();
		const paint = await opened.worked();
		await opened.page.getByText(/^1\d,\d{3} phones$/).waitFor();
		const steps: number[] = [];
		for (let step = 0; step < 150; step++) {
			const before = await opened.worked();
			await opened.page.evaluate(`(async () => {
				const list = document.querySelector('[role=list][aria-label=Phones]');
				list.scrollTop += ${step < 75 ? 300 : 9_000};
				await new Promise(requestAnimationFrame);
			})()`);
			steps.push((await opened.worked()) - before);
		}
		expect(await opened.page.locator('[data-row]').count()).toBeLessThan(100);
		console.info({ paint, longestStep: Math.max(...steps) });
		expect(paint).toBeLessThan(firstPaintMs);
		expect(Math.max(...steps)).toBeLessThan(longStepMs);
	});
});
