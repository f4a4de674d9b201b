import type { RequestSummary } from '../../../control/requestViews';

/** Whether the service did what it was asked, and the fault that was put on the request. */
export function Verdict({ accepted, fault }: Pick<RequestSummary, 'accepted' | 'fault'>) {
	const word = accepted ? 'Done' : fault === undefined ? 'Refused' : 'Not done';
	return (
		<>
			<span class={`badge ${accepted ? 'good' : 'bad'}`}>{word}</span>
			{fault && <span class="badge warning">Fault {fault}</span>}
		</>
	);
}
