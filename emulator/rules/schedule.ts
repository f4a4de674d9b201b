import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import { ServiceError } from '../protocol/serviceError';
import { isRealDate, momentOfIsraelTime } from './israelTime';

const names = ['dh', 'di', 'dy', 'dm', 'dd'] as const;

/**
 * The moment a send is scheduled for (ms since 1970), undefined for "now" (specification, "Shared sending parameters", dh di dy dm dd): all
 * five together, in Israel time. The specification does not speak of a past time: it is refused or starts at once, as the
 * reading says. The running minute still counts as now.
 */
export function readSchedule(
	params: Params,
	now: number,
	{ pastSchedule, repeatedHour }: Pick<Readings, 'pastSchedule' | 'repeatedHour'>,
): number | undefined {
	const sent = names.filter((name) => params.sent(name));
	if (sent.length === 0) return undefined;
	if (sent.length < names.length) {
		throw new ServiceError('dh, di, dy, dm and dd must be sent together');
	}
	const [hour, minute, year, month, day] = [
		twoDigits(params, 'dh', 0, 23),
		twoDigits(params, 'di', 0, 59),
		fourDigits(params, 'dy'),
		twoDigits(params, 'dm', 1, 12),
		twoDigits(params, 'dd', 1, 31),
	];
	if (!isRealDate(year, month, day)) throw new ServiceError('dd, dm and dy are not a real date');
	const moment = momentOfIsraelTime(year, month, day, hour, minute, repeatedHour);
	if (pastSchedule === 'refused' && moment + 60_000 <= now)
		throw new ServiceError('schedule time is in the past');
	return moment;
}

function twoDigits(params: Params, name: string, min: number, max: number): number {
	const value = params.required(name);
	if (!/^\d{1,2}$/.test(value) || Number(value) < min || Number(value) > max) {
		const [low, high] = [min, max].map((limit) => String(limit).padStart(2, '0'));
		throw new ServiceError(`${name} must be between ${low} and ${high}`);
	}
	return Number(value);
}

function fourDigits(params: Params, name: string): number {
	const value = params.required(name);
	if (!/^\d{4}$/.test(value)) throw new ServiceError(`${name} must be a year of 4 digits`);
	return Number(value);
}
