/** A copy of a record that lacks the given fields. */
export function without<Fields extends object, Key extends keyof Fields & string>(
	record: Fields,
	...keys: readonly Key[]
): Omit<Fields, Key> {
	const lacking: readonly string[] = keys;
	const kept = Object.entries(record).filter(([key]) => !lacking.includes(key));
	return Object.fromEntries(kept) as Omit<Fields, Key>;
}
