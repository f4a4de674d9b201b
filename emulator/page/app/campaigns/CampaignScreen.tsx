import { useMutation, useQuery } from '@tanstack/preact-query';
import type { CampaignDetail } from '../../../control/campaignViews';
import type { CampaignStatus } from '../../../state/campaign';
import { live, steer } from '../shell/control';
import { CopyButton } from '../shell/CopyButton';
import { Problem } from '../shell/Problem';
import { count, dateTime, dateTimeThere } from '../shell/words';
import { Notifications } from './Notifications';
import { channelNames, isOpen, progressOf, StatusBadge } from './parts';
import { Recipients } from './Recipients';

/** Ends that can be brought about, with the notification they lead to. */
const endings: Array<{ status: CampaignStatus; label: string; hint: string; chatOnly?: boolean }> =
	[
		{ status: 'stop', label: 'Stop', hint: 'STOP' },
		{ status: 'error', label: 'Fail', hint: 'ERROR' },
		{ status: 'noMsgLeft', label: 'Out of messages', hint: 'NO_MSG_LEFT', chatOnly: false },
		{ status: 'limit', label: 'Daily quota', hint: 'RATE_LIMIT', chatOnly: true },
	];

/** One campaign: how it went, to whom, what was notified, and the buttons that end it early. */
export function CampaignScreen({ tid }: { tid: string }) {
	const { data, error } = useQuery(live<CampaignDetail>('campaigns', `/campaigns/${tid}`));
	const drive = useMutation({
		mutationFn: async (status: CampaignStatus) => await steer(`/campaigns/${tid}`, { status }),
	});
	if (!data) return <Problem error={error} />;
	const { campaign, sample, phones, skipped, notifications } = data;
	const { channel, from, desc, account, createdAt, startsAt, status, saved } = campaign;
	const { done, total } = progressOf(campaign);
	const offered = endings.filter(
		({ chatOnly }) => chatOnly === undefined || chatOnly === (channel === 'chat'),
	);
	return (
		<article class="detail">
			<header>
				<h2 dir="auto">{desc || `${channelNames[channel]} from ${from}`}</h2>
				<p class="facts">
					<StatusBadge campaign={campaign} />
					<code>{tid}</code>
					<CopyButton text={tid} label="Copy code" />
				</p>
			</header>
			<progress value={done} max={total || 1} aria-label="Progress" />
			<p role="status">
				{count(done)} of {count(total)} recipients, {count(campaign.reached)} sent
				{skipped.length > 0 && `, ${count(skipped.length)} skipped`}
			</p>
			{isOpen(campaign) && (
				<div class="actions" role="group" aria-label="End it early">
					{status === 'pending' && (
						<button type="button" onClick={() => drive.mutate('running')}>
							Start now
						</button>
					)}
					{offered.map(({ status: ending, label, hint }) => (
						<button
							key={ending}
							type="button"
							class="secondary outline"
							title={`Notifies ${hint}`}
							disabled={status === 'stop' && ending === 'stop'}
							onClick={() => drive.mutate(ending)}
						>
							{label}
						</button>
					))}
				</div>
			)}
			<Problem error={drive.error} />
			<dl class="grid-facts">
				<dt>Channel</dt>
				<dd>{channelNames[channel]}</dd>
				<dt>From</dt>
				<dd>{from}</dd>
				<dt>Account</dt>
				<dd>{account}</dd>
				<dt>Accepted</dt>
				<dd>{dateTime(createdAt)}</dd>
				{startsAt > createdAt && (
					<>
						<dt>Starts</dt>
						<dd>{dateTimeThere(startsAt)}</dd>
					</>
				)}
				{!saved && (
					<>
						<dt>Saved</dt>
						<dd>No: one number, its status is na</dd>
					</>
				)}
			</dl>
			{sample && (
				<blockquote dir="auto" class="text">
					{sample}
				</blockquote>
			)}
			<Notifications records={notifications} />
			<Recipients phones={phones} skipped={skipped} />
		</article>
	);
}
