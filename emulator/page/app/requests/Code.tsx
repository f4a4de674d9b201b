import { useState } from 'preact/hooks';
import { count, inSight } from '../shell/words';

/** Longer texts are drawn in full only on demand: a campaign to 10,000 would hold the page up. */
const drawnAtOnce = 20_000;

/** A text as it is, such as JSON. */
export function Code({ text, label }: { text: string; label: string }) {
	const [all, setAll] = useState(false);
	const isCut = !all && text.length > drawnAtOnce;
	return (
		<>
			<pre class="code" dir="ltr" tabIndex={0} role="region" aria-label={label}>
				{inSight(isCut ? `${text.slice(0, drawnAtOnce)}…` : text)}
			</pre>
			{isCut && (
				<button type="button" class="small secondary outline" onClick={() => setAll(true)}>
					Show all {count(text.length)} characters
				</button>
			)}
		</>
	);
}
