import type { JsonObject } from '../records';
import type { Inbox } from './account';
import { COMPANIES, FIRST_NAMES, LAST_NAMES, PLACES, PLANS } from './people';

/** 2025-01-01T00:00:00Z in Unix seconds. Seeded records are dated from here on. */
export const EPOCH = 1_735_689_600;

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
 * Creates the contact with this ID, always with the same values. One in eleven has no email, one in
 * five no phone number, and one in nine was never active. Each has an email or an identifier that
 * contains "example", so that a search for it finds all of them.
 */
function seededContact(id: number, inboxes: readonly Inbox[]) {
	const first = pick(FIRST, id);
	const last = pick(LAST, id * 7 + 1);
	const place = pick(PLACES, id * 3 + 2);
	const hasEmail = id % 11 !== 10;
	const createdAt = EPOCH + id * 60;
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
		custom_attributes: { plan: pick(PLANS, id * 11 + 4), score: scatter(id) % 100 } as JsonObject,
		last_activity_at: id % 9 === 8 ? null : createdAt + (scatter(id) % 2_592_000),
		created_at: createdAt,
		contact_inboxes: inbox && id % 4 !== 3 ? [{ source_id: `seed-${id}`, inbox }] : [],
	};
}

/** A contact (contract 2.1). Timestamps are in Unix seconds. */
export type Contact = ReturnType<typeof seededContact>;

/** A visitor without email, phone number and identifier: not a resolved contact. */
function seededVisitor(id: number): Contact {
	const unknown = { name: `Visitor ${id}`, email: null, phone_number: null, identifier: null };
	return { ...seededContact(id, []), ...unknown };
}

/** Creates resolved contacts with the IDs 1 to `count`, followed by two visitors. */
export function seedContacts(count: number, inboxes: readonly Inbox[]): Contact[] {
	const contacts = Array.from({ length: count }, (_, index) => seededContact(index + 1, inboxes));
	return [...contacts, seededVisitor(count + 1), seededVisitor(count + 2)];
}
