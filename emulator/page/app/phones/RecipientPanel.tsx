import { useMutation, useQuery } from '@tanstack/preact-query';
import type { Relation, Thread } from '../../../control/phones';
import type { SettingValues } from '../../../state/settings';
import { live, steer } from '../shell/control';
import { DraftInput } from '../shell/DraftInput';
import { Problem } from '../shell/Problem';
import { dateTime } from '../shell/words';

interface RecipientPanelProps {
	thread: Thread;
	relation: Relation;
	onAccount: (account: string) => void;
}

/** What is between the phone and the business: reply window, block, lists. */
export function RecipientPanel({ thread, relation, onAccount }: RecipientPanelProps) {
	const { phone, relations } = thread;
	const { account, windowUntil, blocked, lists } = relation;
	const change = useMutation({
		mutationFn: async ({ path, body }: { path: string; body: object }) =>
			await steer(`/phones/${phone}${path}`, { account, ...body }),
	});
	return (
		<aside class="panel" aria-label="As the recipient">
			<h2>As the recipient</h2>
			{relations.length > 1 && (
				<label>
					Account
					<select value={account} onChange={({ currentTarget }) => onAccount(currentTarget.value)}>
						{relations.map((each) => (
							<option key={each.account}>{each.account}</option>
						))}
					</select>
				</label>
			)}
			<dl class="panel-facts">
				<dt>Reply window</dt>
				<dd>
					{windowUntil === null ? (
						<>
							<span class="badge">Closed</span> Only templates reach this phone. A chat message from
							it opens the window for 24 hours.
						</>
					) : (
						<>
							<span class="badge good">Open</span> until {dateTime(windowUntil)}
						</>
					)}
				</dd>
			</dl>
			<label>
				<input
					type="checkbox"
					role="switch"
					checked={blocked}
					onChange={({ currentTarget: { checked } }) =>
						change.mutate({ path: '/block', body: { blocked: checked } })
					}
				/>
				Block the business
			</label>
			<fieldset>
				<legend>Distribution lists</legend>
				{lists.length === 0 && <p class="quiet">In none.</p>}
				{lists.map(({ pid, name, left }) => (
					<label key={pid}>
						<input
							type="checkbox"
							checked={!left}
							onChange={({ currentTarget: { checked } }) =>
								change.mutate({ path: `/lists/${pid}`, body: { left: !checked } })
							}
						/>
						{name} <span class="quiet">{left ? 'left' : pid}</span>
					</label>
				))}
			</fieldset>
			<Problem error={change.error} />
			<ForwardForm />
		</aside>
	);
}

/** Where the emulator posts what recipients write. */
function ForwardForm() {
	const { data } = useQuery(live<SettingValues>('account', '/settings'));
	const save = useMutation({
		mutationFn: async (url: string) => await steer('/settings', { forwardInbound: url || null }),
	});
	return (
		<div>
			<label>
				Post what recipients write to
				<DraftInput
					type="url"
					placeholder="http://localhost:5678/webhook/…"
					aria-describedby="forward-form"
					value={data?.forwardInbound ?? ''}
					onEntered={(url) => save.mutate(url.trim())}
				/>
			</label>
			<small id="forward-form" class="quiet">
				As {'{ "from", "text" }'}, for example to a Webhook node of n8n.
			</small>
			<Problem error={save.error} />
		</div>
	);
}
