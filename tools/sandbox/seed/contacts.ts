import type { JsonObject } from '../records';
import type { Inbox } from './account';
import { COMPANIES, FIRST_NAMES, LAST_NAMES, PLACES, PLANS } from './people';
import { DAY, isoTime } from './time';

const YEAR = 365 * DAY;

/** A pseudo-random number that depends only on `seed` (Knuth's multiplicative hash). */
function scatter(seed: number): number {
	return Math.imul(seed, 2_654_435_761) >>> 0;
}

function pick<T>(values: readonly T[], seed: number): T {
	return values[scatter(seed) % values.length];
}

/** A name in letters that are valid in an email address. */
function slug(name: string): string {
	const letters = name.replaceAll('ø', 'o').replaceAll('ı', 'i').normalize('NFD');
	return letters.replace(/[^A-Za-z]/g, '').toLowerCase();
}

const FIRST = FIRST_NAMES.map((name) => ({ name, slug: slug(name) }));
const LAST = LAST_NAMES.map((name) => ({ name, slug: slug(name) }));

/**
 * The time at which a contact was created. The contacts of the last year come faster and faster: half
 * of them were created in the last quarter, and the newest one today.
 */
function creationOf(id: number, count: number, today: number): number {
	return Math.floor(today - YEAR * ((count + 1 - id) / (count + 1)) ** 2);
}

/**
 * Creates the contact with this ID, always with the same values except for the times. One in eleven
 * has no email, one in five no phone number, and one in nine was never active. One in six is a VIP, by
 * attribute and by label. Each has an email or an identifier that contains "example", so that a search
 * for it finds all of them.
 */
function seededContact(id: number, inboxes: readonly Inbox[], createdAt: number, today: number) {
	const first = pick(FIRST, id);
	const last = pick(LAST, id * 7 + 1);
	const place = pick(PLACES, id * 3 + 2);
	const hasEmail = id % 11 !== 10;
	const inbox = inboxes[id % 3];

	return {
		id,
		name: `${first.name} ${last.name}`,
		email: hasEmail ? `${first.slug}.${last.slug}.${id}@example.com` : null,
		phone_number: id % 5 === 4 ? null : `${place.dial}${String(id).padStart(7, '0')}`,
		identifier: !hasEmail || id % 3 === 0 ? `example-${String(id).padStart(6, '0')}` : null,
		blocked: id % 29 === 28,
		thumbnail: '',
		availability_status: id % 8 === 0 ? 'online' : 'offline',
		additional_attributes: {
			city: place.city,
			country: place.country,
			country_code: place.country_code,
			created_at_ip: `203.0.113.${id % 256}`,
			company_name: pick(COMPANIES, id * 5 + 3),
		} as JsonObject,
		custom_attributes: {
			plan: pick(PLANS, id * 11 + 4),
			score: scatter(id) % 100,
			...(id % 3 === 0 && { vip: id % 6 === 0 }),
			...(id % 2 === 0 && { birthday: isoTime((scatter(id) % 12_000) * DAY).slice(0, 10) }),
		} as JsonObject,
		labels: [
			...(id % 6 === 0 ? ['vip'] : []),
			...(id % 5 === 0 ? ['billing'] : []),
			...(id % 7 === 0 ? ['lead'] : []),
		],
		last_activity_at:
			id % 9 === 8 ? null : createdAt + (scatter(id) % (Math.max(0, today - createdAt) + 1)),
		created_at: createdAt,
		contact_inboxes: inbox && id % 4 !== 3 ? [{ source_id: `seed-${id}`, inbox }] : [],
	};
}

/** A contact (contract 2.1) with its labels. Timestamps are in Unix seconds. */
export type Contact = ReturnType<typeof seededContact>;

/** A visitor without email, phone number and identifier: not a resolved contact. */
function seededVisitor(id: number, today: number): Contact {
	const unknown = { name: `Visitor ${id}`, email: null, phone_number: null, identifier: null };
	return { ...seededContact(id, [], today, today), ...unknown };
}

/** Creates resolved contacts with the IDs 1 to `count`, followed by two visitors. */
export function seedContacts(count: number, inboxes: readonly Inbox[], today: number): Contact[] {
	const contacts = Array.from({ length: count }, (_, index) =>
		seededContact(index + 1, inboxes, creationOf(index + 1, count, today), today),
	);
	return [...contacts, seededVisitor(count + 1, today), seededVisitor(count + 2, today)];
}
