// If this fails, the emulator does something that the specification does not say.
import { meant } from '../operations/meant';
import groups from './stories.json';
import { emulatorForTests, repeated, type Sent } from './support';

/** A request and what is said to it; of `plain …` in plain text, otherwise the words of JSON or a part of it. */
type Request = [script: string, sent: Sent, said: unknown];
/** What happens between requests, and what then shows. */
interface Event {
	advance?: { hours?: number; minutes?: number; seconds?: number };
	now?: string;
	settings?: object;
	account?: object;
	/** A customer writes to the business, perhaps to one account of several. */
	inbound?: [phone: string, account?: string];
	/** The owner of a phone blocks the business, or no longer. */
	block?: string;
	unblock?: string;
	/** What becomes of the last campaign. */
	campaign?: 'cancel' | 'error' | 'abort';
	shows?: Partial<Record<keyof typeof shown, unknown>>;
	times?: number;
	steps?: Step[];
}
type Step = Request | Event;
interface Group {
	about: string;
	/** Parameters of each script, beside those of a request. */
	usual: Record<string, Sent | undefined>;
	stories: Record<string, Step[]>;
}

const emulator = emulatorForTests();
const { json, plain } = emulator;
const ledger = () => emulator.control.ledger();
const counted = (all: Array<{ phone: string; count: number }>) =>
	all.map(({ phone, count }) => `${phone}: ${count}`);
const code = () => emulator.control.codes().at(-1)!;
const codesOfCampaigns = () =>
	emulator.control
		.requests()
		.flatMap(({ taskId, endpoint }) =>
			endpoint?.startsWith('schedule') && taskId !== undefined ? [taskId] : [],
		);
const notifications = () =>
	emulator.control.notifications().filter(({ tid }) => tid === codesOfCampaigns().at(-1));

const danas = () => emulator.control.phones.thread('0570001001');

/** Where something shows. */
const shown = {
	ledger: () => counted(ledger().entries),
	messages: () =>
		Object.fromEntries(
			['0570001001', '0570001002'].map((phone) => [
				phone,
				emulator.control.phones.thread(phone).messages.length,
			]),
		),
	total: () => ledger().total,
	duplicates: () => counted(ledger().duplicates),
	texts: () => ledger().entries.map(({ text }) => text.split('\n')[0]),
	ledgerText: () => ledger().entries[0].text,
	credit: async () => (await json('scheduleSms', { act: 'credit' })).data.credit,
	sent: () => emulator.control.campaigns().at(-1)!.sent,
	notified: () => notifications().map(({ msg, info }) => [msg, info].filter(Boolean)),
	deliveries: () => notifications().map(({ delivery }) => delivery),
	code: () => code().code,
	codeLength: () => code().code.length,
	codes: () => emulator.control.codes().length,
	text: () => code().text,
	channel: () => code().channel,
	contact: () => emulator.control.contacts(1003)[0].fields,
	variables: () => emulator.control.runs().at(-1)!.variables,
	onPhone: () => danas().messages.map(({ content }) => content),
	thread: () => danas().messages,
	blocked: () => danas().relations[0].blocked,
	listed: () =>
		emulator.control.phones.list().phones.map(({ name, last }) => `${name}: ${last.text}`),
	campaign: () => emulator.control.campaign(codesOfCampaigns().at(-1)!),
};

/** With what only shows while it is played: `$code`, and `<40 × a>` for so many of a character. */
function filled<T>(part: T): T {
	const values: Record<string, () => string | undefined> = {
		code: () => code().code,
		wrongCode: () => (code().code === '00000' ? '11111' : '00000'),
		campaign: () => codesOfCampaigns().at(-1),
		firstCampaign: () => codesOfCampaigns()[0],
	};
	const text = JSON.stringify(part).replace(
		/\$(code|wrongCode|campaign|firstCampaign)\b/g,
		(_, name: string) => values[name]()!,
	);
	return repeated(JSON.parse(text)) as T;
}

async function ask([name, sent, said]: Request, usual: Group['usual']): Promise<void> {
	const [script, isPlain] = [name.replace('plain ', ''), name.startsWith('plain ')];
	const body = { ...usual[script], ...sent };
	if (isPlain) return expect(await plain(script, body)).toEqual(meant(said));
	const reply = await json(script, body);
	if (typeof said === 'object') expect(reply).toMatchObject(meant(said) as object);
	else expect(reply.data.description ?? reply.message).toEqual(meant(said));
}

async function happen(event: Event, usual: Group['usual']): Promise<void> {
	const { control } = emulator;
	if (event.now !== undefined) control.setNow(event.now);
	control.advance(event.advance ?? {});
	control.changeSettings(event.settings ?? {});
	control.changeAccount(event.account ?? {});
	if (event.inbound !== undefined) control.inbound(...event.inbound);
	if (event.block !== undefined) control.phones.block(event.block, true);
	if (event.unblock !== undefined) control.phones.block(event.unblock, false);
	if (event.campaign !== undefined) control.setCampaign(codesOfCampaigns().at(-1)!, event.campaign);
	for (const [name, expected] of Object.entries(event.shows ?? {})) {
		const found = await shown[name as keyof typeof shown]();
		expect({ [name]: found }).toEqual({ [name]: meant(expected) });
	}
	for (let time = 0; time < (event.times ?? 0); time++) await play(event.steps!, usual);
}

async function play(steps: Step[], usual: Group['usual']): Promise<void> {
	for (const step of steps) {
		if (Array.isArray(step)) await ask(filled(step), usual);
		else await happen(filled(step), usual);
	}
}

describe.each(groups as unknown as Group[])('$about', ({ usual, stories }) => {
	it.each(Object.entries(stories))('%s', async (_what, steps) => await play(steps, usual));
});
