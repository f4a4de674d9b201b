import { useQuery } from '@tanstack/preact-query';
import { Megaphone } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { CampaignSummary } from '../../../control/campaignViews';
import { live } from '../shell/control';
import { Panes } from '../shell/Panes';
import { Problem } from '../shell/Problem';
import { VirtualList } from '../shell/VirtualList';
import { count, shortly } from '../shell/words';
import { CampaignScreen } from './CampaignScreen';
import { channelNames, progressOf, StatusBadge } from './parts';
import { SpeedChoice } from './SpeedChoice';

/** The campaigns, newest first, and one of them. */
export function CampaignsView({ tid }: { tid?: string }) {
	return (
		<Panes
			title="Campaigns"
			home="/campaigns"
			open={tid !== undefined}
			list={<CampaignList chosen={tid} />}
		>
			{tid === undefined ? (
				<div class="empty">
					<Megaphone size={40} aria-hidden="true" />
					<h2>How each campaign went</h2>
					<p>
						Choose one to see its recipients, the ones it skipped, and its notifications, or to stop
						it halfway and watch how your workflow takes it.
					</p>
				</div>
			) : (
				<CampaignScreen key={tid} tid={tid} />
			)}
		</Panes>
	);
}

function CampaignList({ chosen }: { chosen?: string }) {
	const [all, setAll] = useState(false);
	const path = `/campaigns/newest?limit=1000&saved=${all ? 0 : 1}`;
	const { data = [], error, isSuccess } = useQuery(live<CampaignSummary[]>('campaigns', path));
	return (
		<>
			<div class="list-head">
				<SpeedChoice />
				<label>
					<input
						type="checkbox"
						role="switch"
						checked={all}
						onChange={({ currentTarget }) => setAll(currentTarget.checked)}
					/>
					Single messages, too
				</label>
			</div>
			<Problem error={error} />
			{isSuccess && data.length === 0 && <p class="quiet centred">No campaign yet.</p>}
			<VirtualList label="Campaigns" items={data} keyOf={(campaign) => campaign.tid}>
				{(campaign, tabIndex) => (
					<CampaignRow campaign={campaign} isChosen={campaign.tid === chosen} tabIndex={tabIndex} />
				)}
			</VirtualList>
		</>
	);
}

interface CampaignRowProps {
	campaign: CampaignSummary;
	isChosen: boolean;
	tabIndex: number;
}

function CampaignRow({ campaign, isChosen, tabIndex }: CampaignRowProps) {
	const { tid, desc, channel, from, createdAt, reached } = campaign;
	const { done, total } = progressOf(campaign);
	return (
		<Link
			class="row"
			href={`/campaigns/${tid}`}
			tabIndex={tabIndex}
			aria-current={isChosen ? 'true' : undefined}
		>
			<span class="row-top">
				<b dir="auto">{desc || `${channelNames[channel]} from ${from}`}</b>
				<time class="quiet">{shortly(createdAt)}</time>
			</span>
			<progress value={done} max={total || 1} aria-label="Progress" />
			<span class="row-foot quiet">
				<StatusBadge campaign={campaign} />
				<span>
					{channelNames[channel]} · {count(reached)} of {count(total)} sent
				</span>
			</span>
		</Link>
	);
}
