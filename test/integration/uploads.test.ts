// If this fails, anyone who knows a URL of n8n can fill its disk.
import { askingN8n } from './harness/asking';
import { triggerN8n } from './harness/triggerN8n';
import { uploads } from './harness/waitingN8n';

const { ask, link, service } = askingN8n();
const n8n = triggerN8n();

/** Posts files, one alone and two of one name, as a form with a field. */
async function post(address: string): Promise<number> {
	const form = new FormData();
	for (const name of ['one', 'two', 'two']) form.append(name, new Blob(['x']), `${name}.txt`);
	form.append('decision', 'approve');
	form.append('proof', 'x');
	return (await fetch(address, { method: 'POST', body: form })).status;
}

afterEach(() => expect([...uploads]).toEqual([]));

it('the trigger leaves no file that was posted to it on the disk', async () => {
	const { address } = n8n.publish(() => service.credential());
	for (const query of ['', '?o=x', '?key=x&msg=END&tid=1']) {
		expect(await post(address + query)).toBe(403);
	}
});

it('a waiting execution leaves no file on the disk, whether the link is right or not', async () => {
	await ask();
	expect(await post(link())).toBe(403);
	expect(await post(`${link()}x`)).toBe(403);
});
