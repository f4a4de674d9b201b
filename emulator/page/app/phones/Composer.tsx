import { useMutation } from '@tanstack/preact-query';
import { SendHorizontal } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Forwarded } from '../../../control/forward';
import type { Relation } from '../../../control/phones';
import { steer } from '../shell/control';
import { Problem } from '../shell/Problem';

/** Writes a chat message as the owner of the phone. */
export function Composer({ phone, relation }: { phone: string; relation: Relation }) {
	const [text, setText] = useState('');
	const write = useMutation({
		mutationFn: async (written: string) => await writeAs(phone, relation.account, written),
	});
	const send = () => {
		if (text.trim() === '') return;
		write.mutate(text, { onSuccess: () => setText('') });
	};
	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			<input
				dir="auto"
				aria-label="Write a chat message as the recipient"
				placeholder="Write as the recipient"
				autocomplete="off"
				value={text}
				onInput={({ currentTarget }) => setText(currentTarget.value)}
			/>
			<button type="submit" class="icon-button" aria-label="Send">
				<SendHorizontal size={18} aria-hidden="true" />
			</button>
			<Problem error={write.error} />
			<ForwardedNote forwarded={write.data?.forwarded} />
		</form>
	);
}

/** Writes to the business of an account as the owner of a phone. */
export const writeAs = async (phone: string, account: string, text: string) =>
	await steer<{ forwarded?: Forwarded }>('/inbound', { phone, text, account });

function ForwardedNote({ forwarded }: { forwarded?: Forwarded }) {
	if (forwarded === undefined) return null;
	const { url, status, error } = forwarded;
	return (
		<p class="quiet note" role="status">
			{error === undefined
				? `Posted to ${url}: answered ${status}`
				: `Not posted to ${url}: ${error}`}
		</p>
	);
}
