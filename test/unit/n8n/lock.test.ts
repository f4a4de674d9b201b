// If this fails, two installations of n8n write into one folder.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { withLock } from '../../../n8n/lock';

let folder: string;
let file: string;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'extapi-lock-'));
	file = path.join(folder, 'work.lock');
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

describe('withLock', () => {
	it('lets one work at a time and tells the other who is working', async () => {
		const order: string[] = [];
		const waitedFor: number[] = [];
		let finishFirst = () => {};
		let first = Promise.resolve();
		await new Promise<void>((started) => {
			first = withLock(
				file,
				async () => {
					order.push('first starts');
					started();
					await new Promise<void>((resolve) => (finishFirst = resolve));
					order.push('first ends');
				},
				() => {},
			);
		});
		const second = withLock(
			file,
			async () => void order.push('second'),
			(pid) => {
				waitedFor.push(pid);
				finishFirst();
			},
		);
		await Promise.all([first, second]);
		expect(order).toEqual(['first starts', 'first ends', 'second']);
		expect(waitedFor).toEqual([process.pid]);
	});

	it('gives the lock back when the work fails', async () => {
		const fail = async () => await Promise.reject(new Error('broken'));
		await expect(withLock(file, fail, () => {})).rejects.toThrow('broken');
		expect(existsSync(file)).toBe(false);
	});

	it('takes over from a process that died', async () => {
		const { pid } = spawnSync(process.execPath, ['--version']);
		await writeFile(file, JSON.stringify({ id: 'dead', pid, host: hostname() }));
		const waits = jest.fn();
		expect(await withLock(file, async () => 'done', waits)).toBe('done');
		expect(waits).not.toHaveBeenCalled();
	});
});
