// If this fails, a foreign address gets a key that starts or wakes workflows.
import {
	addressWithKey,
	channelOfKey,
	claimedChannel,
	notificationKey,
} from '../../../nodes/shared/service/notificationAddress';
import { tokenForKeys } from '../../../nodes/shared/service/keys';
import foreignAddresses from './foreignAddresses.json';

const token = 'demo-token-full';
const key = notificationKey(token, 'trigger', 'my-id', 'sms');

/** An n8n whose editor stands at another address than its webhooks, behind a path. */
const own = () => ({
	resumeUrl: 'https://hooks.example.com/n8n/webhook-waiting/17?signature=x',
	instanceUrl: 'https://n8n.example.com/',
});
const keyed = (address: string, at = own) => addressWithKey(address, token, 'sms', at);

describe('an address for notifications', () => {
	it.each([
		'https://hooks.example.com/n8n/webhook/my-id/campaign-event',
		'https://hooks.example.com/n8n/webhook/my%2Did/campaign-event/',
		'https://n8n.example.com/webhook-test/my-id/campaign-event',
	])('of a trigger gets its key, with something behind it: %s', (address) => {
		expect(keyed(address)).toBe(`${address}?key=${key}&via=extapi`);
	});

	it('is known whatever names this n8n gives its endpoints', () => {
		const renamed = { ...own(), resumeUrl: 'https://hooks.example.com/in-waiting/17' };
		const address = 'https://hooks.example.com/in/my-id/campaign-event';
		expect(keyed(address, () => renamed)).toBe(`${address}?key=${key}&via=extapi`);
		expect(keyed(address)).toBe(address);
	});

	it('keeps what it asks for, and gets the key of this token', () => {
		const address = 'https://n8n.example.com/webhook/my-id/campaign-event?key=old&a=1';
		expect(keyed(address)).toBe(
			`https://n8n.example.com/webhook/my-id/campaign-event?key=${key}&a=1&via=extapi`,
		);
	});

	it.each(foreignAddresses)('of anyone else stays as it is: %j', (address) => {
		expect(keyed(address)).toBe(address);
	});

	it('stays as it is where an address of n8n is set to one that is none', () => {
		const address = 'https://n8n.example.com/webhook/my-id/campaign-event';
		const told = { resumeUrl: 'n8n.example.com/webhook-waiting/17', instanceUrl: '' };
		expect(keyed(address, () => told)).toBe(address);
	});
});

describe('the key of an address', () => {
	it('is right for its trigger, channel and token alone', () => {
		const channels = ['sms', 'chat'] as const;
		const keys = channels.map((each) => notificationKey(token, 'trigger', 'my-id', each));
		expect(new Set(keys).size).toBe(2);
		expect(keys.map((each) => channelOfKey(each, token, 'trigger', 'my-id'))).toEqual(channels);
		expect(keys.map(claimedChannel)).toEqual(channels);
		expect(channelOfKey(key, token, 'trigger', 'other-id')).toBeUndefined();
		expect(channelOfKey(key, 'other-token', 'trigger', 'my-id')).toBeUndefined();
		expect(channelOfKey(key, ` ${token}\n`, 'trigger', 'my-id')).toBe('sms');
	});

	it('of a trigger never wakes an execution, nor the other way round', () => {
		const waking = notificationKey(token, 'execution', 'my-id', 'sms');
		expect(channelOfKey(waking, token, 'trigger', 'my-id')).toBeUndefined();
		expect(channelOfKey(key, token, 'execution', 'my-id')).toBeUndefined();
		expect(channelOfKey(waking, token, 'execution', 'my-id')).toBe('sms');
	});

	it.each([undefined, '', 7, [key], 'sms', key.slice(0, -1), `${key}0`, `x${key}`, key.slice(4)])(
		'is not %j',
		(wrong) => {
			expect(claimedChannel(wrong)).toBeUndefined();
			expect(channelOfKey(wrong, token, 'trigger', 'my-id')).toBeUndefined();
		},
	);
});
it.each([' \n', null, 0])('keys are made of no token that is %j', (token) => {
	expect(tokenForKeys({ baseUrl: 'https://example.com', token } as never)).toBeUndefined();
});

it('keys are made of the token as it is; of none when the credential cannot be read', () => {
	expect(tokenForKeys({ token: ' abc ' })).toBe(' abc ');
	expect(tokenForKeys(undefined)).toBeUndefined();
});
