// If this fails, an SMS is sent twice or lost when something changes between its tries; other cases are stories/sms.json.
import { sleep, UserError } from 'n8n-workflow';

import * as pausing from '../../nodes/shared/service/pause';
import * as reading from '../../nodes/shared/service/readReply';
import { OneCredential } from './harness/credentials';
import { operationRuns } from './harness/operationRuns';
import { sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const send = operationRuns(service, 'ExtApi SMS: Message: Send', { message: 'Hello' });
const one = [{ phone: '0570002233' }];

describe('ExtApi SMS: send', () => {
	/** The error of two items, of which the second fails at first, when something changes before n8n tries again. */
	async function errorAfter(change: () => { mockRestore(): void }, phoneNumbers: string) {
		service.control.addFaults([
			{ kind: 'http429', match: { list: '0570002234' }, times: 4, retryAfter: 0 },
		]);
		const items = ['0570002233', '0570002234'].map((phone) => ({ phone }));
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 };
		const sending = send(items, { phoneNumbers, message: '=Now {{ Date.now() }}' }, { settings });
		while (service.bodies().length < 5) await sleep(5);
		const changed = change();
		const { error } = await sending;
		changed.mockRestore();
		return error;
	}

	it('does not check again what was accepted: its data may have changed until n8n retries', async () => {
		const later = Date.now() + 3_600_000;
		const phoneNumbers = `={{ $itemIndex === 0 && Date.now() >= ${later} ? 'nobody' : $json.phone }}`;
		const passing = () => jest.spyOn(Date, 'now').mockReturnValue(later);
		expect(await errorAfter(passing, phoneNumbers)).toBeUndefined();
		expect(service.control.ledger().total).toBe(2);
	});

	it('keeps what was accepted when the credential cannot be read any more at the next try', async () => {
		const removing = () =>
			jest
				.spyOn(OneCredential.prototype, 'getDecrypted')
				.mockRejectedValue(new Error('The credential was removed'));
		const error = await errorAfter(removing, '={{ $json.phone }}');
		expect(sentencesOf(error).all).toMatch(/Accepted, and not sent again if you retry:.*Item 0/s);
		expect(service.control.ledger().total).toBe(1);
	});

	it('adds the key to the address of a trigger of this n8n, and to no other', async () => {
		const path = '/4f3c2b1a-0000-4000-8000-000000000001/campaign-event';
		const trigger = `https://n8n.example.com/webhook${path}`;
		const other = `https://collector.example/x${path}`;
		for (const notificationUrl of [trigger, other]) {
			const n8n = { webhookWaitingBaseUrl: 'https://n8n.example.com/webhook-waiting' };
			await send(one, { notifications: { notificationUrl } }, { n8n });
		}
		const [keyed, sent] = service.bodies().map(({ nu }) => String(nu));
		expect(keyed.replace(trigger, '')).toMatch(/^\?key=sms-[0-9a-f]{64}&via=extapi$/);
		expect(sent).toBe(other);
	});

	it('has left once there is a reply, whatever becomes of that', async () => {
		const read = jest.spyOn(reading, 'readReply');
		read.mockImplementationOnce(() => {
			throw new UserError('It is not text');
		});
		const { error } = await send(one);
		expect(error).toMatchObject({ context: { outcome: 'unknown' } });
		expect(service.control.ledger().total).toBe(1);
	});

	it('says no token, whoever repeats it', async () => {
		const authenticate = jest.spyOn(OneCredential.prototype, 'authenticate');
		authenticate.mockRejectedValueOnce(new UserError('No demo-token-full here'));
		expect((await send(one)).error).toMatchObject({ message: 'No … here' });
		authenticate.mockRestore();
	});

	it.each([
		['as long as the service asks for', { retryAfter: 7 }, 7],
		['a second where it names no time', {}, 1],
	])('waits before that %s', async (_name, more, seconds) => {
		const pause = jest.spyOn(pausing, 'pause').mockResolvedValue();
		service.control.addFaults([{ kind: 'http429', times: 1, ...more }]);
		const { error } = await send(one);
		const waits = pause.mock.calls.map(([asked]) => asked);
		pause.mockRestore();
		expect([error, waits]).toEqual([undefined, [seconds]]);
		expect(service.control.ledger().total).toBe(1);
	});
});
