import { useQuery } from '@tanstack/preact-query';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView as Account } from '../../../control/accountViews';
import { live } from '../shell/control';
import { CopyButton } from '../shell/CopyButton';
import { Problem } from '../shell/Problem';
import { Automations } from './Automations';
import { Balances } from './Balances';
import { Lists } from './Lists';
import { Templates } from './Templates';

const permissions = {
	sms: 'SMS',
	voice: 'Voice',
	chat: 'Chat',
	lists: 'Lists',
	subadmins: 'Sub-admins',
	automations: 'Automations',
};

/** An account: tokens, balances, lists, templates, automations. */
export function AccountView() {
	const { data, error } = useQuery(live<Account[]>('account', '/accounts'));
	const [id, setId] = useState('main');
	const account = data?.find((each) => each.id === id) ?? data?.[0];
	if (!data || !account) return <Problem error={error} />;
	return (
		<div class="page">
			<div class="title-line">
				<h1>Account</h1>
				<select
					aria-label="Account"
					value={account.id}
					onChange={({ currentTarget }) => setId(currentTarget.value)}
				>
					{data.map((each) => (
						<option key={each.id}>{each.id}</option>
					))}
				</select>
				{!account.active && <span class="badge bad">Not active</span>}
			</div>
			<Balances key={account.id} account={account} />
			<Tokens account={account} />
			<div class="columns">
				<Lists key={account.id} account={account} />
				<Senders account={account} />
			</div>
			<Templates templates={account.templates} />
			<Automations account={account} />
		</div>
	);
}

function Tokens({ account: { tokens } }: { account: Account }) {
	return (
		<section>
			<h2>Tokens</h2>
			<div class="scrolled" tabIndex={0} role="region" aria-label="Tokens">
				<table>
					<thead>
						<tr>
							<th scope="col">Token</th>
							<th scope="col">
								<span class="unseen">Copy</span>
							</th>
							<th scope="col">May</th>
							<th scope="col">Limits</th>
						</tr>
					</thead>
					<tbody>
						{tokens.map(({ token, permissions: may, suid, fixedSender, allowedIps }) => (
							<tr key={token}>
								<td>
									<code>{token}</code>
								</td>
								<td>
									<CopyButton text={token} label="Copy" />
								</td>
								<td>
									{may.length === Object.keys(permissions).length
										? 'Everything'
										: may.map((each) => permissions[each]).join(', ')}
								</td>
								<td class="quiet">
									{[
										suid === undefined ? '' : `Sub-admin ${suid}`,
										fixedSender === undefined ? '' : `Sender ${fixedSender}`,
										allowedIps === undefined ? '' : `Only from ${allowedIps.join(', ')}`,
									]
										.filter((text) => text !== '')
										.join('; ')}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
}

function Senders({ account }: { account: Account }) {
	const { senders, callers, chatNumbers, telephony, subAdmins, blockedPhones } = account;
	return (
		<section>
			<h2>Numbers</h2>
			<dl class="grid-facts">
				<dt>SMS senders</dt>
				<dd>{senders.map(({ id }) => id).join(', ')}</dd>
				<dt>Callers</dt>
				<dd>{callers.map((caller) => (caller === '0' ? '0 (hidden)' : caller)).join(', ')}</dd>
				<dt>Chat numbers</dt>
				<dd>{chatNumbers.join(', ') || 'none'}</dd>
				<dt>Telephony</dt>
				<dd>{telephony.map(({ sid, name }) => `${sid} ${name}`).join(', ')}</dd>
				<dt>Blocked</dt>
				<dd>{blockedPhones.join(', ') || 'none'}</dd>
				{subAdmins.map(({ suid, active, sms, vms }) => (
					<Fragment key={suid}>
						<dt>Sub-admin {suid}</dt>
						<dd>{active ? `${sms} SMS, ${vms} voice messages` : 'not active'}</dd>
					</Fragment>
				))}
			</dl>
		</section>
	);
}
