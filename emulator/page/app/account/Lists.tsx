import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AccountView } from '../../../control/accountViews';
import type { Contact } from '../../../state/contacts';
import { live } from '../shell/control';
import { Problem } from '../shell/Problem';
import { counted, spelled } from '../shell/words';

/** The distribution lists; each opens to its contacts. */
export function Lists({ account: { id, lists } }: { account: AccountView }) {
	return (
		<section>
			<h2>Distribution lists</h2>
			{lists.map(({ pid, name, registered, blocked }) => (
				<ListDetails key={pid} account={id} pid={pid}>
					<b>{name}</b> <code>{pid}</code>{' '}
					<span class="quiet">
						{counted(registered, 'contact')}
						{blocked > 0 && `, ${blocked} blocked`}
					</span>
				</ListDetails>
			))}
		</section>
	);
}

interface ListDetailsProps {
	account: string;
	pid: number;
	children: ComponentChildren;
}

function ListDetails({ account, pid, children }: ListDetailsProps) {
	const [open, setOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>{children}</summary>
			{open && <Contacts account={account} pid={pid} />}
		</details>
	);
}

function Contacts({ account, pid }: { account: string; pid: number }) {
	const query = new URLSearchParams({ account, pid: String(pid) });
	const { data, error } = useQuery(live<Contact[]>('account', `/contacts?${query}`));
	if (!data) return <Problem error={error} />;
	if (data.length === 0) return <p class="quiet">It is empty.</p>;
	return (
		<div class="scrolled tall" tabIndex={0} role="region" aria-label={`Contacts of ${pid}`}>
			<table>
				<tbody>
					{data.map(({ phone, blocked, fields }) => (
						<tr key={phone}>
							<th scope="row">
								<Link href={`/phones/${phone}`}>{spelled(phone)}</Link>
							</th>
							<td dir="auto">
								{fields.fname} {fields.lname}
							</td>
							<td class="quiet" dir="auto">
								{fields.data} {fields.data1}
							</td>
							<td>{blocked && <span class="badge warning">Blocked</span>}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
