const MINUTE_MS = 60_000;

/**
 * The time a campaign was scheduled for, as clocks at the service show it. The service takes minutes.
 *
 * @param instant milliseconds since 1970
 * @param zone IANA name of the service's time zone
 * @returns ISO 8601 with offset and zone, for example `2026-11-25T10:00:00+02:00[Asia/Jerusalem]`
 */
export function scheduledFor(instant: number, zone: string): string {
	const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
	const offset = offsetMinutes(minute, zone);
	const local = new Date(minute + offset * MINUTE_MS).toISOString().slice(0, 19);
	const sign = offset < 0 ? '-' : '+';
	const two = (value: number) => String(value).padStart(2, '0');
	const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
	return `${local}${sign}${two(hours)}:${two(minutes)}[${zone}]`;
}

/** Minutes that clocks in a zone are ahead of UTC. */
function offsetMinutes(instant: number, zone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		...{ timeZone: zone, hourCycle: 'h23' as const },
		...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
	}).formatToParts(new Date(instant));
	const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
	const shown = Date.UTC(
		...([part('year'), part('month') - 1, part('day')] as [number, number, number]),
		...([part('hour'), part('minute')] as [number, number]),
	);
	return Math.round((shown - instant) / MINUTE_MS);
}
