import { useMutation, useQuery } from '@tanstack/preact-query';
import { ScrollText } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { RequestSummary } from '../../../control/requestViews';
import { live, remove } from '../shell/control';
import { Panes } from '../shell/Panes';
import { Problem } from '../shell/Problem';
import { VirtualList } from '../shell/VirtualList';
import { counted, inSight, timeWithSeconds } from '../shell/words';
import { RequestScreen } from './RequestScreen';
import { Verdict } from './Verdict';

const most = 1000;

/** The requests as they came, newest first, and one of them. */
export function RequestsView({ index }: { index?: string }) {
	return (
		<Panes
			title="Requests"
			home="/requests"
			open={index !== undefined}
			list={<RequestList chosen={index} />}
		>
			{index === undefined ? (
				<div class="empty">
					<ScrollText size={40} aria-hidden="true" />
					<h2>What was asked, and what was answered</h2>
					<p>
						Choose a request to see its parameters and the service's answer, or to copy it as a curl
						command. Tokens are hidden.
					</p>
				</div>
			) : (
				<RequestScreen key={index} index={index} />
			)}
		</Panes>
	);
}

function RequestList({ chosen }: { chosen?: string }) {
	const [search, setSearch] = useState('');
	const [, goTo] = useLocation();
	const clear = useMutation({
		mutationFn: async () => await remove('/requests'),
		onSuccess: () => goTo('/requests'),
	});
	const {
		data = [],
		error,
		isSuccess,
	} = useQuery(live<RequestSummary[]>('requests', `/requests/newest?limit=${most}`));
	const wanted = search.trim().toLowerCase();
	const found = data.filter(({ endpoint, excerpt, fault = '', taskId = '' }) =>
		[endpoint, excerpt, fault, taskId].some((text) => text.toLowerCase().includes(wanted)),
	);
	return (
		<>
			<div class="list-head">
				<input
					type="search"
					aria-label="Search requests"
					placeholder="Endpoint, answer or code"
					value={search}
					onInput={({ currentTarget }) => setSearch(currentTarget.value)}
				/>
				<p class="quiet between">
					<span role="status">{isSuccess && counted(found.length, 'request')}</span>
					<button type="button" class="link" onClick={() => clear.mutate()}>
						Clear
					</button>
				</p>
			</div>
			<Problem error={error ?? clear.error} />
			{isSuccess && found.length === 0 && <p class="quiet centred">No request.</p>}
			<VirtualList label="Requests" items={found} keyOf={(request) => String(request.index)}>
				{(request, tabIndex) => (
					<RequestRow
						request={request}
						isChosen={String(request.index) === chosen}
						tabIndex={tabIndex}
					/>
				)}
			</VirtualList>
		</>
	);
}

interface RequestRowProps {
	request: RequestSummary;
	isChosen: boolean;
	tabIndex: number;
}

function RequestRow({ request, isChosen, tabIndex }: RequestRowProps) {
	const { index, at, endpoint, method, accepted, fault, excerpt } = request;
	return (
		<Link
			class="row"
			href={`/requests/${index}`}
			tabIndex={tabIndex}
			aria-current={isChosen ? 'true' : undefined}
		>
			<span class="row-top">
				<b>
					<span class="quiet">{method}</span> {endpoint}
				</b>
				<time class="quiet">{timeWithSeconds(at)}</time>
			</span>
			<span class="row-text mono">{inSight(excerpt) || 'No answer'}</span>
			<span class="row-foot">
				<Verdict accepted={accepted} fault={fault} />
			</span>
		</Link>
	);
}
