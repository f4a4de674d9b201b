import { useMutation, useQuery } from '@tanstack/preact-query';
import type { SettingValues } from '../../../state/settings';
import { live, steer } from '../shell/control';
import { Problem } from '../shell/Problem';

const speeds = [
	{ name: 'At once', campaignStepMs: 20, chunkSize: 500 },
	{ name: 'To watch: 50 a second', campaignStepMs: 1000, chunkSize: 50 },
	{ name: 'Slow: 5 a second', campaignStepMs: 1000, chunkSize: 5 },
];

/** How fast campaigns go, for those that one wants to watch or to stop halfway. */
export function SpeedChoice() {
	const { data } = useQuery(live<SettingValues>('account', '/settings'));
	const choose = useMutation({
		mutationFn: async ({ campaignStepMs, chunkSize }: (typeof speeds)[number]) =>
			await steer('/settings', { campaignStepMs, chunkSize }),
	});
	const chosen = speeds.findIndex(
		(speed) => speed.campaignStepMs === data?.campaignStepMs && speed.chunkSize === data.chunkSize,
	);
	return (
		<label>
			Speed
			<select
				value={String(chosen)}
				onChange={({ currentTarget }) => choose.mutate(speeds[Number(currentTarget.value)])}
			>
				{chosen === -1 && (
					<option value="-1" disabled>
						As the settings say
					</option>
				)}
				{speeds.map(({ name }, index) => (
					<option key={name} value={String(index)}>
						{name}
					</option>
				))}
			</select>
			<Problem error={choose.error} />
		</label>
	);
}
