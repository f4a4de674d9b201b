import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Thread } from '../../../control/phones';
import type { Message } from '../../../state/message';
import { live } from '../shell/control';
import { Problem } from '../shell/Problem';
import { day, spelled } from '../shell/words';
import { Composer } from './Composer';
import { MessageBubble } from './MessageBubble';
import { RecipientPanel } from './RecipientPanel';

/** Messages drawn at first, and at each press of the button for earlier ones. */
const drawnAtOnce = 100;
/** As near to the end as this, in pixels, and the newest message is followed. */
const nearEnd = 120;

/** One phone: its messages, and what its owner can do. */
export function PhoneScreen({ phone }: { phone: string }) {
	const { data, error } = useQuery(live<Thread>('phones', `/phones/${encodeURIComponent(phone)}`));
	const [account, setAccount] = useState<string>();
	if (!data) return <Problem error={error} />;
	const relation =
		data.relations.find((each) => each.account === account) ??
		data.relations.find((each) => each.account === data.messages.at(-1)?.accountId) ??
		data.relations[0];
	return (
		<div class="phone-view">
			<div class="phone">
				<header class="phone-head">
					<span class="avatar" aria-hidden="true">
						{(data.name || data.phone.slice(-2)).slice(0, 2)}
					</span>
					<h2 dir="auto">
						{data.name || spelled(data.phone)}
						{data.name && <small class="quiet">{spelled(data.phone)}</small>}
					</h2>
				</header>
				<MessageLog messages={data.messages} />
				<Composer phone={data.phone} relation={relation} />
			</div>
			<RecipientPanel thread={data} relation={relation} onAccount={setAccount} />
		</div>
	);
}

function MessageLog({ messages }: { messages: Message[] }) {
	const [drawn, setDrawn] = useState(drawnAtOnce);
	const log = useRef<HTMLDivElement>(null);
	const follows = useRef(true);
	const lastTop = useRef(0);
	const content = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// A message that arrives, and a picture above it that loads or does not, move the end.
		const followEnd = new ResizeObserver(() => {
			if (log.current !== null && follows.current) log.current.scrollTop = log.current.scrollHeight;
		});
		if (content.current !== null) followEnd.observe(content.current);
		return () => followEnd.disconnect();
	}, []);
	const shown = messages.slice(-drawn);
	return (
		<div
			ref={log}
			class="log"
			role="log"
			aria-label="Messages"
			tabIndex={0}
			onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
				// Only going up leaves the end: it moves away by itself when something grows.
				if (scrollHeight - scrollTop - clientHeight < nearEnd) follows.current = true;
				else if (scrollTop < lastTop.current) follows.current = false;
				lastTop.current = scrollTop;
			}}
		>
			<div ref={content} class="log-content">
				{messages.length > drawn && (
					<button
						type="button"
						class="small secondary outline earlier"
						onClick={() => setDrawn(drawn + drawnAtOnce)}
					>
						{messages.length - drawn} earlier
					</button>
				)}
				{messages.length === 0 && <p class="quiet centred">Nothing has arrived yet.</p>}
				{shown.map((message, index) => (
					<div key={message.id}>
						{day(message.at) !== day(shown[index - 1]?.at ?? 0) && (
							<p class="day quiet">{day(message.at)}</p>
						)}
						<MessageBubble message={message} />
					</div>
				))}
			</div>
		</div>
	);
}
