import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import { ServiceError } from '../protocol/serviceError';
import { isWebAddress } from '../protocol/webAddress';
import { readSchedule } from './schedule';

/** Optional parameters that SMS, voice and template sends share. */
export interface SendOptions {
	/** Seconds between recipients; undefined is full speed. */
	interval?: number;
	/** Mobile number of the progress notifications. */
	np?: string;
	/** Email address of the progress notifications. */
	ne?: string;
	/** Start moment in ms, undefined for now. */
	scheduledFor?: number;
}

/** Checks and reads `int`, `np`, `ne` and the schedule (specification, "Shared sending parameters"). `single`: the send has one number. */
export function readSendOptions(
	params: Params,
	now: number,
	single: boolean,
	readings: Readings,
): SendOptions {
	const interval = params.integer('int', 2, 180);
	const np = params.text('np');
	const npShape = readings.notificationPhone === 'mobile' ? /^05\d{8}$/ : /^\d{10}$/;
	if (np !== undefined && !npShape.test(np)) {
		throw new ServiceError('np must be a mobile number of 10 digits');
	}
	const ne = params.text('ne');
	if (ne !== undefined && !/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(ne)) {
		throw new ServiceError('ne must be a valid email address');
	}
	if (ne !== undefined && single) {
		throw new ServiceError('ne is not possible for a single number');
	}
	return { interval, np, ne, scheduledFor: readSchedule(params, now, readings) };
}

/** The page for progress notifications; voice sends have none. */
export function readNotificationPage(params: Params): string | undefined {
	const nu = params.text('nu');
	if (nu !== undefined && !isWebAddress(nu)) throw new ServiceError('nu must be a valid URL');
	return nu;
}

/**
 * Whether recipient-count validation is on. Plain mode: `validate` without a value, and with SMS the last parameter; JSON:
 * `validate` set to 1 (specification, "Shared sending parameters", `validate`).
 */
export function readValidate(params: Params, mustBeLast: boolean): boolean {
	if (!params.present('validate')) return false;
	if (params.json) {
		const value = params.text('validate');
		if (value === undefined || value === '0') return false;
		if (value !== '1') throw new ServiceError('validate must be 1');
		return true;
	}
	if (params.sent('validate')) throw new ServiceError('validate takes no value in plain mode');
	if (mustBeLast && params.lastName !== 'validate') {
		throw new ServiceError('validate must be the last parameter');
	}
	return true;
}
