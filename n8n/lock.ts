import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Owner {
	id: string;
	pid: number;
	host: string;
}

const heartbeatMs = 5_000;
const pollMs = 1_000;
/** Counted in polls of the waiter rather than by the clock, so a laptop that slept takes no one's lock away. */
const missedPollsUntilStale = 30;

/**
 * Runs `action` while holding a lock file, so that two processes never do the same work at once. A lock whose
 * holder died is taken over: at once when its process is gone, after 30 seconds without a heartbeat otherwise.
 *
 * @param file path of the lock file; its folder is made when missing
 * @param action what to do while holding the lock
 * @param onWait called once with the holder's process id when someone else holds the lock
 */
export async function withLock<T>(
	file: string,
	action: () => Promise<T>,
	onWait: (pid: number) => void,
): Promise<T> {
	const owner: Owner = { id: randomUUID(), pid: process.pid, host: hostname() };
	await mkdir(path.dirname(file), { recursive: true });
	await acquire(file, owner, onWait);
	const heartbeat = setInterval(() => void touch(file), heartbeatMs).unref();
	try {
		return await action();
	} finally {
		clearInterval(heartbeat);
		if ((await readOwner(file))?.id === owner.id) await rm(file, { force: true });
	}
}

async function acquire(file: string, owner: Owner, onWait: (pid: number) => void) {
	let lastBeat = -1;
	let missed = 0;
	let told = false;
	for (;;) {
		if (await create(file, owner)) return;
		const holder = await readOwner(file);
		const beat = await stat(file).then(
			(found) => found.mtimeMs,
			() => -1,
		);
		missed = beat === lastBeat ? missed + 1 : 0;
		lastBeat = beat;
		if (holder && (isDead(holder) || missed >= missedPollsUntilStale)) {
			await takeAway(file, holder);
			continue;
		}
		if (!holder && missed >= missedPollsUntilStale) await rm(file, { force: true });
		if (holder && !told) onWait(holder.pid);
		told ||= holder !== undefined;
		await sleep(pollMs);
	}
}

async function create(file: string, owner: Owner): Promise<boolean> {
	try {
		await writeFile(file, JSON.stringify(owner), { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** The holder, or undefined when the file is gone or was not written completely. */
async function readOwner(file: string): Promise<Owner | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Owner;
	} catch {
		return undefined;
	}
}

function isDead(owner: Owner): boolean {
	if (owner.host !== hostname()) return false;
	try {
		process.kill(owner.pid, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}

/**
 * Two waiters may find the same dead holder; moving the file aside first lets the second one notice that it
 * moved a living lock and put it back. What the lock protects is renamed into place in one step, so even the
 * remaining instant costs double work and no damage.
 */
async function takeAway(file: string, dead: Owner) {
	const aside = `${file}.${randomUUID()}`;
	try {
		await rename(file, aside);
	} catch {
		return;
	}
	if ((await readOwner(aside))?.id === dead.id) await rm(aside, { force: true });
	else await rename(aside, file);
}

async function touch(file: string) {
	const now = new Date();
	await utimes(file, now, now).catch(() => {});
}
