import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import type { PendingCode } from '../../../emulator/state/codes';
import { ExtApiOtp } from '../../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { everybody, subscribers } from '../rows';
import type { Row, Scenario } from '../scenario';
import { atOnce, perItemOptions } from './messages';
import {
	expression,
	mustThrow,
	phoneOf,
	phoneVerdict,
	worst,
	type AccountedOperation,
	type Duty,
} from './operation';

const RIGHT = '12345';
const WRONG = '54321';
const isRight = ({ pick }: Row): boolean => pick % 3 !== 0;

const pending = (): PendingCode => ({
	...{ code: RIGHT, length: RIGHT.length, minvalid: 10, expiresAt: Date.now() + 600_000 },
});

const mainAccount = ({ service }: Emulator) => service.state.accounts.get('main')!;

/** Only Israeli numbers become sender IDs. */
const israeliVerdict = (row: Row): Duty['verdict'] =>
	worst(phoneVerdict(row), row.phone.reading?.startsWith('0') === false ? 'bad' : 'good');

const phone = (scenario: Scenario) => expression(scenario, 'recipient', phoneOf(scenario));
const byPhone = (verb: string, row: Row, verdict: Duty['verdict'], mayDo = true): Duty =>
	verdict === 'bad' || !mayDo ? { verdict } : { verdict, key: `${verb} ${row.phone.reading}` };

/** An option that is always 5, and throws for the rows that say so. */
const codeLength = (scenario: Scenario) =>
	mustThrow(scenario, 'option') || scenario.choices.extraOption === 'expression'
		? { codeLength: expression(scenario, 'option', '5') }
		: {};

const code = (scenario: Scenario) => expression(scenario, 'content', '$json.code');
const codeColumn = (row: Row): IDataObject => ({ code: isRight(row) ? RIGHT : WRONG });

/** Codes of a purpose that were sent. */
const sentCodes =
	(purpose: 'otp' | 'senderVerify') =>
	({ control }: Emulator) =>
		control
			.codes()
			.filter((sent) => sent.purpose === purpose)
			.map((sent) => ({ key: `code to ${sent.phone}` }));

export const codeOperations: AccountedOperation[] = [
	{
		name: 'OTP send',
		node: () => new ExtApiOtp(),
		endpoint: 'sendOtp',
		parameters: (scenario) => ({
			...{ resource: 'code', operation: 'send', channel: 'sms', phone: phone(scenario) },
			options: codeLength(scenario),
			...perItemOptions(scenario),
		}),
		places: () => ['recipient', 'option'],
		duty: (row) => byPhone('code to', row, phoneVerdict(row)),
		held: sentCodes('otp'),
	},
	{
		name: 'OTP verify',
		node: () => new ExtApiOtp(),
		endpoint: 'sendOtp',
		prepare: (emulator) => {
			const { otpCodes } = mainAccount(emulator);
			for (const each of everybody) otpCodes.set(each, pending());
		},
		columns: codeColumn,
		parameters: (scenario) => ({
			...{ resource: 'code', operation: 'verify', phone: phone(scenario), code: code(scenario) },
			options: codeLength(scenario),
			...perItemOptions(scenario),
		}),
		places: () => ['content', 'recipient', 'option'],
		duty: (row) => byPhone('verified', row, phoneVerdict(row), isRight(row)),
		held: (emulator) => {
			const { otpCodes } = mainAccount(emulator);
			return everybody
				.filter((each) => !otpCodes.has(each))
				.map((each) => ({ key: `verified ${each}` }));
		},
	},
	{
		name: 'Sender ID requestCode',
		node: () => new ExtApiSms(),
		endpoint: 'senderVerify',
		parameters: (scenario) => ({
			...{ resource: 'senderId', operation: 'requestCode', phone: phone(scenario) },
			channel: mustThrow(scenario, 'option') ? expression(scenario, 'option', "'sms'") : 'sms',
			...perItemOptions(scenario),
		}),
		places: () => ['recipient', 'option'],
		duty: (row) => byPhone('code to', row, israeliVerdict(row)),
		held: sentCodes('senderVerify'),
	},
	{
		name: 'Sender ID verifyCode',
		okIsSuccess: true,
		node: () => new ExtApiSms(),
		endpoint: 'senderVerify',
		prepare: (emulator) => {
			const { senderCodes } = mainAccount(emulator);
			for (const each of subscribers) senderCodes.set(each, pending());
		},
		columns: codeColumn,
		parameters: (scenario) => ({
			...{ resource: 'senderId', operation: 'verifyCode', phone: phone(scenario) },
			code: code(scenario),
			options: mustThrow(scenario, 'option')
				? { description: expression(scenario, 'option', "'Desk'"), ...atOnce(scenario) }
				: {},
			...perItemOptions(scenario),
		}),
		places: () => ['content', 'recipient', 'option'],
		duty: (row) => byPhone('sender', row, israeliVerdict(row), isRight(row)),
		held: (emulator) =>
			mainAccount(emulator)
				.senders.filter(({ id }) => subscribers.includes(id))
				.map(({ id }) => ({ key: `sender ${id}` })),
	},
];
