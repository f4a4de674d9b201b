import type { Topic } from '../../../state/changes';

/** The emulator is not there. */
export class Unreachable extends Error {
	override message = 'The emulator does not answer. Start it again, and repeat this.';
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
	const answer = await fetch(`/emulator${path}`, {
		method,
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch(() => {
		throw new Unreachable();
	});
	const content = (await answer.json()) as T & { error?: string };
	if (!answer.ok) throw new Error(content.error ?? `the emulator answered ${answer.status}`);
	return content;
}

/** Reads from the control interface. Throws with the emulator's words when it refuses. */
export const read = async <T>(path: string): Promise<T> => await ask<T>('GET', path);

/** Steers the emulator. Throws with the emulator's words when it refuses. */
export const steer = async <T = unknown>(path: string, body: unknown = {}): Promise<T> =>
	await ask<T>('POST', path, body);

/** Takes something away. */
export const remove = async (path: string): Promise<unknown> => await ask('DELETE', path);

/** A query that is read again whenever a topic changes. */
export const live = <T>(topic: Topic, path: string) => ({
	queryKey: [topic, path],
	queryFn: async () => await read<T>(path),
});
