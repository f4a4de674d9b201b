import { Smartphone } from 'lucide-preact';
import { Panes } from '../shell/Panes';
import { PhoneList } from './PhoneList';
import { PhoneScreen } from './PhoneScreen';

/** Everyone who got something, and what is on one phone. */
export function PhonesView({ phone }: { phone?: string }) {
	return (
		<Panes
			title="Phones"
			home="/phones"
			open={phone !== undefined}
			list={<PhoneList chosen={phone} />}
		>
			{phone === undefined ? (
				<div class="empty">
					<Smartphone size={40} aria-hidden="true" />
					<h2>What arrived, as the recipient sees it</h2>
					<p>
						Choose a phone. A message stands here as soon as the service has sent it; search by
						number, name or text. A number that is not in the list can be opened by typing it.
					</p>
				</div>
			) : (
				<PhoneScreen key={phone} phone={phone} />
			)}
		</Panes>
	);
}
