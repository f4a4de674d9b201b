import { tokenize } from 'linkifyjs';
import { inSight } from '../shell/words';

/** A text with its web links to click. It is shown as text, whatever it holds. */
export function LinkedText({ text }: { text: string }) {
	return (
		<p class="text" dir="auto">
			{tokenize(text).map((token, index) => {
				const href = token.t === 'url' ? token.toHref('https') : '';
				if (!/^https?:/i.test(href)) return token.v;
				return (
					<a key={index} href={href} target="_blank" rel="noopener noreferrer">
						{inSight(token.v)}
					</a>
				);
			})}
		</p>
	);
}
