import type { InputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';

interface DraftInputProps extends Omit<InputHTMLAttributes, 'value' | 'onChange'> {
	value: string;
	/** Called with what was entered, when it is done. */
	onEntered: (value: string) => void;
}

/** A field that shows a value that may change by itself, but not under the hands of someone who is writing. */
export function DraftInput({ value, onEntered, ...rest }: DraftInputProps) {
	const [draft, setDraft] = useState<string>();
	return (
		<input
			{...rest}
			value={draft ?? value}
			onInput={({ currentTarget }) => setDraft(currentTarget.value)}
			onChange={({ currentTarget }) => onEntered(currentTarget.value)}
			onBlur={() => setDraft(undefined)}
		/>
	);
}
