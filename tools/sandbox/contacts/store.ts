import { found } from '../rejection';
import type { Contact } from '../seed/contacts';

export type ContactTest = (contact: Contact) => boolean;

const UNIQUE_FIELDS = ['email', 'phone_number', 'identifier'] as const;
const MAX_CACHED_SELECTIONS = 16;

/** A contact that has a value for identifier, email or phone_number (contract 2.1). */
export function isResolved(contact: Contact): boolean {
	return UNIQUE_FIELDS.some((field) => contact[field]);
}

/** The value of a contact's field or attribute, or null if it has none. */
export function valueOf(contact: Contact, key: string): unknown {
	const holders = [contact, contact.additional_attributes, contact.custom_attributes];
	const holder = holders.find((one) => Object.hasOwn(one, key));
	return (holder && Reflect.get(holder, key)) ?? null;
}

function sortValue(contact: Contact, key: string): string | number | null {
	const value = valueOf(contact, key === 'company' ? 'company_name' : key);
	return typeof value === 'string' ? value.toLowerCase() : (value as number | null);
}

/** Compares contacts by one sort key such as `-name`. Contacts without a value come last. */
function by(key: string): (a: Contact, b: Contact) => number {
	const name = key.replace(/^-/, '');
	return (a, b) => {
		const [one, other] = [sortValue(a, name), sortValue(b, name)];
		if (one === other) return 0;
		if (one === null || other === null) return one === null ? 1 : -1;
		return one < other === key.startsWith('-') ? 1 : -1;
	};
}

/** The order in which upstream applies the keys of a sort, wherever they stand. Others come last. */
const APPLIED = ['email', 'name', 'phone_number', 'last_activity_at', 'created_at'];

function placeOf(key: string): number {
	const place = APPLIED.indexOf(key.replace(/^-/, ''));
	return place < 0 ? APPLIED.length : place;
}

/** Compares contacts by sort keys such as `-name,email`. */
export function byAll(sort: string): (a: Contact, b: Contact) => number {
	const compares = sort
		.split(',')
		.filter((key) => key !== '')
		.sort((a, b) => placeOf(a) - placeOf(b))
		.map(by);
	return (a, b) => compares.reduce((order, compare) => order || compare(a, b), 0);
}

type UniqueField = (typeof UNIQUE_FIELDS)[number];
type Unique = Pick<Contact, UniqueField>;

/** Keys that no other contact may have. Emails are compared without case. */
function uniqueKeysOf(contact: Unique): { field: UniqueField; key: string }[] {
	return UNIQUE_FIELDS.flatMap((field) => {
		const value = contact[field];
		if (value === null) return [];
		return { field, key: `${field}:${field === 'email' ? value.toLowerCase() : value}` };
	});
}

/**
 * The contacts of the account. It caches selections, so that reading a list page by page stays fast
 * with 100,000 contacts.
 */
export class ContactStore {
	private readonly lastSeededId: number;
	private lastId: number;
	private readonly selections = new Map<string, readonly Contact[]>();
	private takenKeys: Set<string> | undefined;

	constructor(readonly all: Contact[]) {
		this.lastSeededId = all.at(-1)?.id ?? 0;
		this.lastId = this.lastSeededId;
	}

	/** The contacts that were created since the start. */
	get created(): readonly Contact[] {
		return this.all.filter(({ id }) => id > this.lastSeededId);
	}

	/** The ID of the next contact. IDs of removed contacts don't come back. */
	get nextId(): number {
		return this.lastId + 1;
	}

	private get taken(): Set<string> {
		this.takenKeys ??= new Set(this.all.flatMap(uniqueKeysOf).map(({ key }) => key));
		return this.takenKeys;
	}

	/** The fields whose value another contact already has. */
	conflicts(contact: Unique): UniqueField[] {
		const conflicting = uniqueKeysOf(contact).filter(({ key }) => this.taken.has(key));
		return conflicting.map(({ field }) => field);
	}

	/** Adds a contact at the end. */
	add(contact: Contact): void {
		for (const { key } of uniqueKeysOf(contact)) this.taken.add(key);
		this.all.push(contact);
		this.lastId = contact.id;
		this.selections.clear();
	}

	/** Notes a write to a contact, such as by a message: it moves to the end, as a row in PostgreSQL does. */
	touch(id: number): Contact {
		const contact = found(this.all, id, 'Contact');
		this.all.push(...this.all.splice(this.all.indexOf(contact), 1));
		this.selections.clear();
		return contact;
	}

	/** @throws Rejection if there is no such contact */
	remove(id: number): void {
		const contact = found(this.all, id, 'Contact');
		for (const { key } of uniqueKeysOf(contact)) this.taken.delete(key);
		this.all.splice(this.all.indexOf(contact), 1);
		this.selections.clear();
	}

	/**
	 * Selects the contacts that pass a test.
	 *
	 * @param key identifies the test in the cache: the same key must mean the same test
	 * @param sort sort keys; if blank, contacts come in the order in which they were last written to
	 */
	select(key: string, test: ContactTest, sort = ''): readonly Contact[] {
		const name = JSON.stringify([key, sort]);
		const cached = this.selections.get(name);
		if (cached) return cached;

		const found = this.all.filter(test).sort(byAll(sort));
		if (this.selections.size >= MAX_CACHED_SELECTIONS) this.selections.clear();
		this.selections.set(name, found);
		return found;
	}
}
