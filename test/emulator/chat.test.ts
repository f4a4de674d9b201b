// If this fails, a chat reply that works against the emulator is refused by the service.
import { siteForTests } from '../site';
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();
const files: Record<string, Buffer> = {
	'/a.png': Buffer.from('\x89PNG\r\n', 'latin1'),
	'/wrong.pdf': Buffer.from('\x89PNG\r\n', 'latin1'),
	'/a.mp3': Buffer.from('ID3', 'latin1'),
	'/a.webp': Buffer.from('RIFF0000WEBP', 'latin1'),
	'/noname': Buffer.from('%PDF-1.7', 'latin1'),
	'/big.png': Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(2 * 1024 * 1024)]),
};
const at = siteForTests((request, response) => void response.end(files[request.url ?? '']));

describe('chat replies', () => {
	const reply = async (sent: Sent = {}) =>
		await emulator.json('sendWa', { to: '0570002233', msg: 'Hi', ...sent });

	it.each([
		['/a.png', 'caption', undefined],
		['/noname', '', undefined],
		['/a.mp3', '', undefined],
		['/a.mp3', 'text', 'audio message with text'],
		['/wrong.pdf', '', 'file content not matching its extension'],
		['/a.webp', '', 'unsupported file type'],
		['/big.png', '', 'file over 2 MB'],
		['http://10.0.0.1/a.png', 'Hi', 'file URL not allowed'],
		['http://nowhere.invalid/a.png', 'Hi', 'file URL host unresolved'],
	])('take files by their content: %s with the text "%s"', async (file, msg, said) => {
		emulator.control.inbound('0570002233');
		const fileurl = file.startsWith('/') ? at(file) : file;
		expect((await reply({ msg, fileurl })).data.description).toBe(said);
	});

	it('take no files of this machine when the settings say so', async () => {
		emulator.control.inbound('0570002233');
		emulator.control.changeSettings({ allowLocalFiles: false });
		const { data } = await reply({ msg: '', fileurl: at('/a.png') });
		expect(data.description).toBe('file URL not allowed');
	});
});
