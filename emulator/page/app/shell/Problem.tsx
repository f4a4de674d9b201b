import { Unreachable } from './control';
import { useConnected } from './live';

/** Says why something did not happen; nothing when nothing went wrong, or the emulator that was gone is back. */
export function Problem({ error }: { error: Error | null | undefined }) {
	const connected = useConnected();
	if (!error || (connected && error instanceof Unreachable)) return null;
	return (
		<p class="problem" role="alert">
			{error.message}
		</p>
	);
}
