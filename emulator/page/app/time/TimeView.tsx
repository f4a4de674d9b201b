import { useMutation, useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { CampaignSummary } from '../../../control/campaignViews';
import { live, steer } from '../shell/control';
import { Problem } from '../shell/Problem';
import { counted, dateTimeThere } from '../shell/words';

const leaps = [
	{ label: '15 minutes', minutes: 15 },
	{ label: '1 hour', minutes: 60 },
	{ label: '1 day', minutes: 24 * 60 },
	{ label: '1 week', minutes: 7 * 24 * 60 },
];

const shown = new Intl.DateTimeFormat('en-GB', {
	timeZone: 'Asia/Jerusalem',
	dateStyle: 'full',
	timeStyle: 'medium',
});

/** The emulator's clock, and what waits for it. */
export function TimeView() {
	const clock = useQuery(live<{ aheadMs: number }>('clock', '/clock'));
	const campaigns = useQuery(live<CampaignSummary[]>('campaigns', '/campaigns/newest?limit=1000'));
	const move = useMutation({ mutationFn: async (body: object) => await steer('/clock', body) });
	const [moment, setMoment] = useState('');
	const aheadMs = clock.data?.aheadMs ?? 0;
	const now = useTicks() + aheadMs;
	const waiting = (campaigns.data ?? []).filter(
		({ status, startsAt }) => status === 'pending' && startsAt > now,
	);
	return (
		<div class="page">
			<h1>Time</h1>
			<p class="clock">
				<time dateTime={new Date(now).toISOString()}>{shown.format(now)}</time>
				<span class="quiet"> in Israel, where the service is</span>
			</p>
			<div class="columns">
				<section class="card">
					<h2>Move it</h2>
					<div class="actions" role="group" aria-label="Go forward">
						{leaps.map(({ label, minutes }) => (
							<button
								key={label}
								type="button"
								class="secondary outline"
								onClick={() => move.mutate({ minutes })}
							>
								+ {label}
							</button>
						))}
					</div>
					<form
						onSubmit={(event) => {
							event.preventDefault();
							move.mutate({ now: new Date(moment).toISOString() });
						}}
					>
						<label>
							To a moment, in your time zone
							<input
								type="datetime-local"
								required
								value={moment}
								onInput={({ currentTarget }) => setMoment(currentTarget.value)}
							/>
						</label>
						<button type="submit" class="secondary">
							Go there
						</button>
					</form>
					<button
						type="button"
						class="secondary outline"
						disabled={Math.abs(aheadMs) < 1000}
						onClick={() => move.mutate({ now: 'real' })}
					>
						Back to real time
					</button>
					<p class="quiet">
						Going forward runs what is due on the way: scheduled campaigns, reply windows that
						close, codes that expire.
					</p>
					<Problem error={move.error} />
				</section>
				<section>
					<h2>Scheduled</h2>
					{waiting.length === 0 && <p class="quiet">No campaign waits for its time.</p>}
					<ul class="cards" role="list">
						{waiting.map(({ tid, desc, startsAt, waiting: recipients }) => (
							<li key={tid} class="card">
								<Link href={`/campaigns/${tid}`}>{desc || tid}</Link>
								<br />
								<span class="quiet">
									{dateTimeThere(startsAt)}, {counted(recipients, 'recipient')}
								</span>
							</li>
						))}
					</ul>
					<StartOver />
				</section>
			</div>
		</div>
	);
}

function StartOver() {
	const [asked, setAsked] = useState(false);
	const reset = useMutation({ mutationFn: async () => await steer('/reset') });
	return (
		<section>
			<h2>Start over</h2>
			<p class="quiet">
				Forgets everything that was sent, and goes back to the seeds and real time.
			</p>
			{asked ? (
				<div class="actions">
					<button
						type="button"
						onClick={() => reset.mutate(undefined, { onSettled: () => setAsked(false) })}
					>
						Forget everything
					</button>
					<button type="button" class="secondary outline" onClick={() => setAsked(false)}>
						Keep it
					</button>
				</div>
			) : (
				<button type="button" class="secondary outline" onClick={() => setAsked(true)}>
					Start over
				</button>
			)}
			<Problem error={reset.error} />
		</section>
	);
}

/** The time of this machine, every second. */
function useTicks(): number {
	const [now, setNow] = useState(Date.now());
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, []);
	return now;
}
