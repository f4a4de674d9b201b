import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { LayoutTemplate, MessageSquare, MessagesSquare, Phone } from 'lucide-preact';
import { useDeferredValue } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { PhoneSummary } from '../../../control/phones';
import { Problem } from '../shell/Problem';
import { VirtualList } from '../shell/VirtualList';
import { counted, senderName, shortly, spelled } from '../shell/words';
import { phonesQuery } from './readPhones';

const icons = { sms: MessageSquare, chat: MessagesSquare, template: LayoutTemplate, call: Phone };
const channels = { sms: 'SMS', chat: 'Chat', template: 'Chat template', call: 'Call' };

/** The phones that got something, newest first, searchable. */
export function PhoneList({ chosen }: { chosen?: string }) {
	const [search, setSearch] = useState('');
	const wanted = useDeferredValue(search).trim();
	const { data, error } = useQuery({ ...phonesQuery(wanted), placeholderData: keepPreviousData });
	const phones = data?.phones ?? [];
	const typed = search.replace(/[\s()+-]/g, '').replace(/^972(?=\d{8})/, '0');
	const isNew = /^\d{8,15}$/.test(typed) && !phones.some(({ phone }) => phone === typed);
	return (
		<>
			<div class="list-head">
				<input
					type="search"
					aria-label="Search phones"
					placeholder="Number, name or text"
					value={search}
					onInput={({ currentTarget }) => setSearch(currentTarget.value)}
				/>
				<p class="quiet" role="status">
					{data && counted(phones.length, 'phone')}
				</p>
			</div>
			<Problem error={error} />
			{isNew && (
				<Link class="row new" href={`/phones/${typed}`}>
					Open the phone {spelled(typed)}
				</Link>
			)}
			{data && phones.length === 0 && !isNew && (
				<p class="quiet centred">
					{wanted === '' ? 'Nothing has been sent yet.' : 'No phone, name or message matches.'}
				</p>
			)}
			<VirtualList label="Phones" items={phones} keyOf={({ phone }) => phone}>
				{(each, tabIndex) => (
					<PhoneRow each={each} isChosen={each.phone === chosen} tabIndex={tabIndex} />
				)}
			</VirtualList>
		</>
	);
}

interface PhoneRowProps {
	each: PhoneSummary;
	isChosen: boolean;
	tabIndex: number;
}

function PhoneRow({ each, isChosen, tabIndex }: PhoneRowProps) {
	const { phone, name, last, messages } = each;
	const Icon = icons[last.kind];
	return (
		<Link
			class="row"
			href={`/phones/${phone}`}
			tabIndex={tabIndex}
			aria-current={isChosen ? 'true' : undefined}
		>
			<span class="row-top">
				<b dir="auto">{name || spelled(phone)}</b>
				<time class="quiet">{shortly(last.at)}</time>
			</span>
			<span class="row-text" dir="auto">
				{last.byRecipient ? 'Wrote: ' : ''}
				{last.text}
			</span>
			<span class="row-foot quiet">
				<Icon size={14} aria-hidden="true" />
				<span>
					{channels[last.kind]} · {senderName(last.business)}
					{name && ` · ${spelled(phone)}`}
				</span>
				{messages > 1 && <span class="badge">{messages}</span>}
			</span>
		</Link>
	);
}
