import { useMutation, useQuery } from '@tanstack/preact-query';
import { live, remove } from '../shell/control';
import { Problem } from '../shell/Problem';
import { counted } from '../shell/words';
import { FaultForm } from './FaultForm';
import { faultWords, type OutstandingFault } from './kinds';

/** Faults to choose, and those in force. */
export function FaultsView() {
	const clear = useMutation({ mutationFn: async () => await remove('/faults') });
	const { data = [], error } = useQuery(live<OutstandingFault[]>('faults', '/faults/outstanding'));
	return (
		<div class="page">
			<h1>Faults</h1>
			<p class="quiet">
				Have the next requests fail, and see what your workflow makes of it: its error output, its
				retries, what it says was sent.
			</p>
			<div class="columns">
				<FaultForm />
				<section>
					<h2>In force</h2>
					<Problem error={error ?? clear.error} />
					{data.length === 0 && <p class="quiet">None: every request is answered rightly.</p>}
					<ul class="cards" role="list">
						{data.map(({ rule, left }, index) => (
							<li key={index} class="card">
								<b>{faultWords[rule.kind][0]}</b>{' '}
								<span class={`badge ${left === 0 ? '' : 'warning'}`}>
									{left === 0
										? 'Used up'
										: left === null
											? 'Until removed'
											: counted(left, 'request')}
								</span>
								<br />
								<span class="quiet">
									{rule.endpoint ?? 'Any endpoint'}: {faultWords[rule.kind][1]}
								</span>
							</li>
						))}
					</ul>
					{data.length > 0 && (
						<button type="button" class="secondary outline" onClick={() => clear.mutate()}>
							Remove all
						</button>
					)}
				</section>
			</div>
		</div>
	);
}
