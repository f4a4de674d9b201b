import { useQuery } from '@tanstack/preact-query';
import { Fragment } from 'preact';
import type { AccountView } from '../../../control/accountViews';
import type { AutomationRun } from '../../../state/automation';
import { live } from '../shell/control';
import { dateTime } from '../shell/words';

const mostRuns = 50;

/** The automations of an account and their newest runs. */
export function Automations({ account }: { account: AccountView }) {
	const { data = [] } = useQuery(live<AutomationRun[]>('account', '/runs'));
	const runs = data
		.filter(({ accountId }) => accountId === account.id)
		.slice(-mostRuns)
		.reverse();
	if (account.automations.length === 0) return null;
	return (
		<div class="columns">
			<section>
				<h2>Automations</h2>
				<div class="scrolled" tabIndex={0} role="region" aria-label="Automations">
					<table>
						<tbody>
							{account.automations.map(({ autoid, name, condition, fields, trigger }) => (
								<tr key={autoid}>
									<td>
										<code>{autoid}</code>
									</td>
									<th scope="row">{name}</th>
									<td>
										<span class={`badge ${condition === 'active' ? 'good' : 'warning'}`}>
											{condition}
										</span>
									</td>
									<td class="quiet">
										{trigger === 'webhook' ? fields.join(', ') || 'no fields' : 'other trigger'}
									</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			</section>
			<section>
				<h2>Runs</h2>
				{runs.length === 0 && <p class="quiet">None yet.</p>}
				{runs.map(({ runId, autoid, at, variables }) => (
					<details key={runId}>
						<summary>
							{account.automations.find((each) => each.autoid === autoid)?.name}{' '}
							<span class="quiet">{dateTime(at)}</span>
						</summary>
						<dl class="grid-facts">
							{Object.entries(variables).map(([name, value]) => (
								<Fragment key={name}>
									<dt>
										<code>{name}</code>
									</dt>
									<dd dir="auto">{value}</dd>
								</Fragment>
							))}
						</dl>
					</details>
				))}
			</section>
		</div>
	);
}
