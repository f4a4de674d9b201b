import type { NotificationRecord } from '../../../campaigns/notification';
import { timeWithSeconds } from '../shell/words';

const channels = { nu: 'Web page', np: 'SMS', ne: 'Email' };

/** The notifications of a campaign and what they were answered. */
export function Notifications({ records }: { records: NotificationRecord[] }) {
	return (
		<section>
			<h3>Notifications</h3>
			{records.length === 0 ? (
				<p class="quiet">None: the send asked for none, or it has not begun.</p>
			) : (
				<div class="scrolled" tabIndex={0} role="region" aria-label="Notifications">
					<table>
						<thead>
							<tr>
								<th scope="col">Time</th>
								<th scope="col">Type</th>
								<th scope="col">Info</th>
								<th scope="col">To</th>
								<th scope="col">Answer</th>
							</tr>
						</thead>
						<tbody>
							{records.map((record, index) => (
								<tr key={index}>
									<td>{timeWithSeconds(record.at)}</td>
									<td>
										<code>{record.msg}</code>
									</td>
									<td class="clipped">{record.info}</td>
									<td class="clipped" title={record.url ?? record.target}>
										{channels[record.via]}: {record.target}
									</td>
									<td>
										<Answer record={record} />
									</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
		</section>
	);
}

function Answer({ record: { delivery, statusCode, error } }: { record: NotificationRecord }) {
	switch (delivery) {
		case 'delivered':
			return <span class="badge good">{statusCode}</span>;
		case 'failed':
			return <span class="badge bad">{statusCode ?? error}</span>;
		case 'notLoopback':
			return <span class="badge warning">Not sent: not on this machine</span>;
		case 'waiting':
			return <span class="badge busy">Waiting</span>;
		default:
			return <span class="badge">Only noted</span>;
	}
}
