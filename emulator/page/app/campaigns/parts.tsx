import type { CampaignSummary } from '../../../control/campaignViews';

/** Channels in words. */
export const channelNames = { sms: 'SMS', voice: 'Voice', chat: 'Chat' };

const words: Record<CampaignSummary['status'], [word: string, tone: string]> = {
	pending: ['Pending', ''],
	running: ['Running', 'busy'],
	done: ['Done', 'good'],
	stop: ['Stopping', 'warning'],
	empty: ['No recipients', 'warning'],
	cancel: ['Stopped', 'warning'],
	error: ['Failed', 'bad'],
	noMsgLeft: ['Out of messages', 'bad'],
	abort: ['Past the stop hour', 'bad'],
	limit: ['Daily quota reached', 'bad'],
};

/** The status of a campaign; its name in the service is the tooltip. */
export function StatusBadge({ campaign: { status, deleted } }: { campaign: CampaignSummary }) {
	const [word, tone] = deleted ? ['Deleted', 'warning'] : words[status];
	return (
		<span class={`badge ${tone}`} title={`status ${deleted ? 'na' : status}`}>
			{word}
		</span>
	);
}

/** How far a campaign is, in recipients. */
export function progressOf({ reached, failed, waiting, notSent }: CampaignSummary) {
	return { done: reached + failed, total: reached + failed + waiting + notSent };
}

/** Whether a campaign can still be driven to another end. */
export const isOpen = ({ status, deleted }: CampaignSummary): boolean =>
	!deleted && ['pending', 'running', 'stop'].includes(status);
