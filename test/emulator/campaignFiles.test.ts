// If this fails, a file's link that works against the emulator is dead for the service.
import { files } from '../files';
import { siteForTests } from '../site';
import { emulatorForTests, onSecond, type Sent } from './support';

const emulator = emulatorForTests({ fetchCampaignFiles: true });

/** Until when the address of a file works, by the service's clock. */
let worksUntil = Infinity;
let answerHeld: (() => void) | undefined;
const at = siteForTests((request, response) => {
	if (request.url === '/held.mp3') {
		answerHeld = () => response.end(files.mp3);
		return;
	}
	const content = files[request.url!.split('.')[1]];
	const isThere = content !== undefined && emulator.control.now() <= worksUntil;
	response.writeHead(isThere ? 200 : 404).end(isThere ? content : undefined);
});
beforeEach(() => (worksUntil = Infinity));

async function ended(script: string, sent: Sent) {
	const two = { list: '0570002233,0570002234', ...sent };
	const { data, message } = await emulator.json(script, two);
	expect(message).toBe('OK');
	return async () => {
		for (;;) {
			const found = emulator.control.campaigns().find(({ tid }) => tid === data.taskId)!;
			if (!['pending', 'running'].includes(found.status)) return found;
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
	};
}
const call = async (fileurl: string, sent: Sent = {}) =>
	await ended('scheduleVms', { from: '0', desc: 'Reminder', fileurl, ...sent });
const document = async (fileurl: string) =>
	await ended('scheduleWa', { template: '2005', fileurl });

it('a campaign begins when its file is there', async () => {
	expect(await (await call(at('/a.mp3')))()).toMatchObject({ status: 'done', sent: 2 });
	expect(await (await document(at('/a.pdf')))()).toMatchObject({ status: 'done', sent: 2 });
	expect(emulator.control.downloads()).toMatchObject([
		{ address: at('/a.mp3'), kind: 'audio', bytes: files.mp3.length },
		{ address: at('/a.pdf'), kind: 'document', bytes: files.pdf.length },
	]);
});

it.each([
	['is not there', '/gone.bin', 'file could not be downloaded'],
	['is of another type', '/a.ogg', 'unsupported file type'],
])('a campaign whose file %s ends with an error', async (_name, path, refused) => {
	const found = await (await call(at(path)))();
	expect(found).toMatchObject({ status: 'error', sent: 0 });
	expect(found.notSent).toHaveLength(2);
	expect(emulator.control.downloads()).toMatchObject([{ refused }]);
});

it('an address may have ended when the campaign begins', async () => {
	emulator.control.setNow('2030-01-01T00:00:00Z');
	const end = await call(at('/a.mp3'), onSecond);
	worksUntil = Date.parse('2030-01-01T12:00:00Z');
	emulator.control.advance({ hours: 36 });
	expect(await end()).toMatchObject({ status: 'error', sent: 0 });
});

it('a download under way at a reset is noted nowhere, and its campaign goes no further', async () => {
	await call(at('/held.mp3'));
	while (answerHeld === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
	emulator.control.reset();
	answerHeld();
	await (
		await call(at('/a.mp3'))
	)();
	expect(emulator.control.downloads()).toMatchObject([{ address: at('/a.mp3') }]);
	expect(emulator.control.campaigns()).toHaveLength(1);
});

it('nothing is downloaded unless the setting asks for it', async () => {
	emulator.control.changeSettings({ fetchCampaignFiles: false });
	expect(await (await call(at('/gone.mp3')))()).toMatchObject({ status: 'done' });
	expect(emulator.control.downloads()).toEqual([]);
});
