import { Check, Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';

const shownMs = 1500;

/** Copies a text, and says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
	const [copied, setCopied] = useState(false);
	const Icon = copied ? Check : Copy;
	return (
		<button
			type="button"
			class="small secondary outline"
			onClick={() => {
				void navigator.clipboard.writeText(text).then(() => {
					setCopied(true);
					setTimeout(() => setCopied(false), shownMs);
				});
			}}
		>
			<Icon size={15} aria-hidden="true" />
			<span aria-live="polite">{copied ? 'Copied' : label}</span>
		</button>
	);
}
