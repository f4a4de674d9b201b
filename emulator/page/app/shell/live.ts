import { QueryClient } from '@tanstack/preact-query';
import { useSyncExternalStore } from 'preact/compat';
import type { Topic } from '../../../state/changes';

/** What was read; it stays right because the emulator says when it changed. */
export const queryClient = new QueryClient({
	defaultOptions: { queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false } },
});

let connected: boolean | undefined;
const onlookers = new Set<() => void>();

/** Reads again what the emulator says has changed, and everything after a lost connection. */
export function followChanges(): void {
	const events = new EventSource('/emulator/events');
	const setConnected = (now: boolean) => {
		connected = now;
		for (const tell of onlookers) tell();
	};
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
