// If this fails, a key of one trigger, channel or account starts or wakes the workflow of another.
import {
	channelOfKey,
	claimedChannel,
	notificationKey,
} from '../../../nodes/shared/service/notificationAddress';

const token = 'demo-token-full';
const key = notificationKey(token, 'trigger', 'my-id', 'sms');

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
