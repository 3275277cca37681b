/** Seconds of a day. */
export const DAY = 86_400;

/** Seconds since 1970 as ISO 8601. */
export function isoTime(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}

/** Midnight (UTC) of the next Monday after `today`, in seconds since 1970. */
export function nextMonday(today: number): number {
	const daysLeft = (8 - new Date(today * 1000).getUTCDay()) % 7 || 7;
	return Math.floor(today / DAY + daysLeft) * DAY;
}
