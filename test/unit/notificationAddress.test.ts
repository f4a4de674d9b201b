import {
	addressWithKey,
	channelOfKey,
	claimedChannel,
	notificationKey,
	notificationKeys,
} from '../../nodes/shared/notifications/notificationAddress';

const token = 'demo-token-full';
const key = notificationKey(token, 'my-id', 'sms');

describe('an address for notifications', () => {
	it.each([
		'https://n8n.example.com/webhook/my-id/campaign-event',
		'https://n8n.example.com/webhook/my%2Did/campaign-event/',
		'http://localhost:5678/n8n/webhook-test/my-id/campaign-event',
	])('of a trigger gets its key, with something behind it: %s', (address) => {
		expect(addressWithKey(address, token, 'sms')).toBe(`${address}?key=${key}&via=extapi`);
	});

	it('keeps what it asks for, and gets the key of this token', () => {
		const address = 'https://n8n.example.com/webhook/my-id/campaign-event?key=old&a=1';
		expect(addressWithKey(address, token, 'sms')).toBe(
			`https://n8n.example.com/webhook/my-id/campaign-event?key=${key}&a=1&via=extapi`,
		);
	});

	it.each([
		'https://example.com/notify?a=1',
		'https://n8n.example.com/webhook/my-id/campaign-event/more',
		'https://n8n.example.com/campaign-event',
		'/webhook/my-id/campaign-event',
		'no address',
		'',
	])('of anybody else stays as it is: %j', (address) => {
		expect(addressWithKey(address, token, 'sms')).toBe(address);
	});
});

describe('the key of an address', () => {
	it('is one text: a list that holds a key is none', () => {
		expect(claimedChannel(key)).toBe('sms');
		expect(claimedChannel([key])).toBeUndefined();
	});

	it('is right for its trigger, channel and token alone', () => {
		const keys = notificationKeys(token, 'my-id');
		expect(new Set(keys).size).toBe(3);
		expect(keys.map((each) => channelOfKey(each, token, 'my-id'))).toEqual(['sms', 'chat', 'any']);
		expect(keys.map(claimedChannel)).toEqual(['sms', 'chat', 'any']);
		expect(channelOfKey(key, token, 'other-id')).toBeUndefined();
		expect(channelOfKey(key, 'other-token', 'my-id')).toBeUndefined();
		expect(channelOfKey(key, ` ${token}\n`, 'my-id')).toBe('sms');
	});

	it.each([undefined, '', 7, ['sms'], 'sms', key.slice(0, -1), `${key}0`, `x${key}`, key.slice(4)])(
		'is not %j',
		(wrong) => {
			expect(claimedChannel(wrong)).toBeUndefined();
			expect(channelOfKey(wrong, token, 'my-id')).toBeUndefined();
		},
	);
});
