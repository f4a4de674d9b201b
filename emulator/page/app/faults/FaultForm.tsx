import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { FaultKind, FaultRule } from '../../../faults/faults';
import { endpointNames } from '../../../protocol/endpointNames';
import { steer } from '../shell/control';
import { Problem } from '../shell/Problem';
import { extraFields, faultWords } from './kinds';

const kinds = Object.keys(faultWords) as FaultKind[];
const labels = { ms: 'Wait, ms', description: 'Error text', body: 'Body' };
const usual = { ms: '5000', description: 'system error (temporary)', body: 'MAINTENANCE' };

/** Chooses a fault for the next requests. */
export function FaultForm() {
	const [kind, setKind] = useState<FaultKind>('http500');
	const [endpoint, setEndpoint] = useState('');
	const [times, setTimes] = useState('1');
	const [extra, setExtra] = useState(usual);
	const arm = useMutation({
		mutationFn: async (rule: FaultRule) => await steer('/faults', rule),
	});
	const fields = extraFields[kind] ?? [];
	const submit = () => {
		const { ms, description, body } = extra;
		arm.mutate({
			kind,
			times: Number(times),
			...(endpoint === '' ? {} : { endpoint: endpoint as FaultRule['endpoint'] }),
			...(fields.includes('ms') ? { ms: Number(ms) } : {}),
			...(fields.includes('description') ? { description } : {}),
			...(fields.includes('body') ? { body } : {}),
		});
	};
	return (
		<form
			class="card"
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
		>
			<label>
				Fault
				<select
					value={kind}
					aria-describedby="fault-effect"
					onChange={({ currentTarget }) => setKind(currentTarget.value as FaultKind)}
				>
					{kinds.map((each) => (
						<option key={each} value={each}>
							{faultWords[each][0]}
						</option>
					))}
				</select>
			</label>
			<p>
				<small id="fault-effect" class="quiet">
					{faultWords[kind][1]}.
				</small>
			</p>
			<div class="side-by-side">
				<label>
					Endpoint
					<select
						value={endpoint}
						onChange={({ currentTarget }) => setEndpoint(currentTarget.value)}
					>
						<option value="">Any</option>
						{endpointNames.map((name) => (
							<option key={name}>{name}</option>
						))}
					</select>
				</label>
				<label>
					Requests
					<input
						type="number"
						min="1"
						max="1000000"
						required
						value={times}
						onInput={({ currentTarget }) => setTimes(currentTarget.value)}
					/>
				</label>
			</div>
			{fields.map((field) => (
				<label key={field}>
					{labels[field]}
					<input
						type={field === 'ms' ? 'number' : 'text'}
						value={extra[field]}
						onInput={({ currentTarget }) => setExtra({ ...extra, [field]: currentTarget.value })}
					/>
				</label>
			))}
			<button type="submit">Set the fault</button>
			<Problem error={arm.error} />
		</form>
	);
}
