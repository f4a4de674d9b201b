import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { CampaignDetail } from '../../../control/campaignViews';
import { VirtualList } from '../shell/VirtualList';
import { count } from '../shell/words';

type Group = keyof CampaignDetail['phones'] | 'skipped';

const names: Record<Group, string> = {
	reached: 'Sent',
	waiting: 'Waiting',
	failed: 'Not reached',
	notSent: 'Not sent',
	skipped: 'Skipped',
};
const reasons: Partial<Record<Group, string>> = {
	failed: 'The handset cannot be reached, or was not answered.',
	notSent: 'The campaign ended before their turn.',
	skipped: 'Named in the request, but skipped without an error.',
};

/** The people of a campaign, by what became of them. */
export function Recipients({ phones, skipped }: Pick<CampaignDetail, 'phones' | 'skipped'>) {
	const groups = Object.keys(names) as Group[];
	const sizeOf = (group: Group) => (group === 'skipped' ? skipped.length : phones[group].length);
	const filled = groups.filter((group) => sizeOf(group) > 0);
	const [wanted, setWanted] = useState<Group>('reached');
	const group = filled.includes(wanted) ? wanted : filled[0];
	if (group === undefined) return null;
	const rows =
		group === 'skipped' ? skipped : phones[group].map((given) => ({ given, reason: '' }));
	return (
		<section>
			<h3>Recipients</h3>
			<div class="tabs" role="group" aria-label="Which recipients">
				{filled.map((each) => (
					<button
						key={each}
						type="button"
						class="secondary outline"
						aria-pressed={each === group}
						onClick={() => setWanted(each)}
					>
						{names[each]} {count(sizeOf(each))}
					</button>
				))}
			</div>
			{reasons[group] && <p class="quiet">{reasons[group]}</p>}
			<div class="boxed">
				<VirtualList
					label={names[group]}
					items={rows}
					keyOf={({ given }, index) => `${index} ${given}`}
				>
					{({ given, reason }, tabIndex) => (
						<Link
							class="row line"
							href={`/phones/${encodeURIComponent(given)}`}
							tabIndex={tabIndex}
						>
							<span>{given}</span>
							<span class="quiet">{reason}</span>
						</Link>
					)}
				</VirtualList>
			</div>
		</section>
	);
}
