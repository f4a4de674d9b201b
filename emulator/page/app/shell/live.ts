import { QueryClient } from '@tanstack/preact-query';
import { useSyncExternalStore } from 'preact/compat';
import type { Topic } from '../../../state/changes';

/** What was read; it stays right because the emulator says when it changed. */
export const queryClient = new QueryClient({
	defaultOptions: { queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false } },
});

let connected: boolean | undefined;
const onlookers = new Set<() => void>();

/**
 * Reads again what the emulator says has changed, and everything after a lost connection. A page out of sight does not listen:
 * a browser makes six connections to one place, so a seventh tab would wait forever.
 */
export function followChanges(): void {
	let events: EventSource | undefined;
	const follow = () => {
		if (document.hidden) events?.close();
		events = document.hidden ? undefined : (events ?? listen());
	};
	document.addEventListener('visibilitychange', follow);
	follow();
}

function setConnected(now: boolean): void {
	connected = now;
	for (const tell of onlookers) tell();
}

function listen(): EventSource {
	const events = new EventSource('/emulator/events');
	events.onopen = () => {
		setConnected(true);
		void queryClient.invalidateQueries();
	};
	events.onerror = () => setConnected(false);
	events.onmessage = ({ data }: MessageEvent<string>) => {
		for (const topic of JSON.parse(data) as Topic[]) {
			void queryClient.invalidateQueries({ queryKey: [topic] });
		}
	};
	return events;
}

/** Whether changes arrive; undefined at the very beginning. */
export const useConnected = (): boolean | undefined =>
	useSyncExternalStore(
		(tell) => {
			onlookers.add(tell);
			return () => onlookers.delete(tell);
		},
		() => connected,
	);
