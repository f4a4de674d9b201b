import { useMutation } from '@tanstack/preact-query';
import type { AccountView } from '../../../control/accountViews';
import { steer } from '../shell/control';
import { DraftInput } from '../shell/DraftInput';
import { Problem } from '../shell/Problem';
import { count } from '../shell/words';

const fields = [
	{ name: 'sms', label: 'SMS left' },
	{ name: 'vms', label: 'Voice messages left' },
	{ name: 'dailyChatQuota', label: 'Chat templates a day' },
] as const;

/** The balances of an account, to look at and to change. */
export function Balances({ account }: { account: AccountView }) {
	const { id, balance, dailyChatQuota, chatSentToday } = account;
	const values = { ...balance, dailyChatQuota };
	const change = useMutation({
		mutationFn: async (part: object) => await steer('/account', { account: id, ...part }),
	});
	return (
		<section>
			<div class="balances">
				{fields.map(({ name, label }) => (
					<label key={name} class="card">
						{label}
						<DraftInput
							type="number"
							min="0"
							value={String(values[name])}
							onEntered={(value) => change.mutate({ [name]: value === '' ? null : Number(value) })}
						/>
						{name === 'dailyChatQuota' && (
							<small class="quiet">{count(chatSentToday)} sent today</small>
						)}
					</label>
				))}
			</div>
			<Problem error={change.error} />
		</section>
	);
}
