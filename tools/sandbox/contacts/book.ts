import type { Contact } from '../records';

export type ContactTest = (contact: Contact) => boolean;

const UNIQUE_FIELDS = ['email', 'phone_number', 'identifier'] as const;
const REMEMBERED_SELECTIONS = 16;

/** A contact that has a value for identifier, email or phone_number (contract 2.1). */
export function isResolved(contact: Contact): boolean {
	return UNIQUE_FIELDS.some((field) => contact[field]);
}

/** A field of the contact or one of its attributes; null where it has no value. */
export function valueOf(contact: Contact, key: string): unknown {
	const holders = [contact, contact.additional_attributes, contact.custom_attributes];
	const holder = holders.find((one) => Object.hasOwn(one, key));
	return (holder && Reflect.get(holder, key)) ?? null;
}

function sortValue(contact: Contact, key: string): string | number | null {
	const value = valueOf(contact, key === 'company' ? 'company_name' : key);
	return typeof value === 'string' ? value.toLowerCase() : (value as number | null);
}

/** Orders by the given keys ("-name,email"), nulls last, and by ID where they are equal. */
function sorted(contacts: readonly Contact[], sort: string): readonly Contact[] {
	const keys = sort.split(',').filter((key) => key !== '');
	if (keys.length === 0) return contacts;
	const names = keys.map((key) => key.replace(/^-/, ''));
	const rows = contacts.map((contact) => ({
		contact,
		values: names.map((name) => sortValue(contact, name)),
	}));
	rows.sort((a, b) => {
		for (const [index, key] of keys.entries()) {
			const [one, other] = [a.values[index], b.values[index]];
			if (one === other) continue;
			if (one === null || other === null) return one === null ? 1 : -1;
			return one < other === key.startsWith('-') ? 1 : -1;
		}
		return a.contact.id - b.contact.id;
	});
	return rows.map(({ contact }) => contact);
}

export type UniqueField = (typeof UNIQUE_FIELDS)[number];

/** A value that no other contact may have as a text; e-mail ignores case. */
function uniqueKey(contact: Pick<Contact, UniqueField>, field: UniqueField): string {
	const value = contact[field] ?? '';
	return `${field}:${field === 'email' ? value.toLowerCase() : value}`;
}

function keysOf(contact: Contact): string[] {
	return uniqueFields(contact).map((field) => uniqueKey(contact, field));
}

function uniqueFields(contact: Pick<Contact, UniqueField>): UniqueField[] {
	return UNIQUE_FIELDS.filter((field) => contact[field] !== null);
}

/**
 * The contacts of the account. Answers page after page of one selection without searching again,
 * so that lists of 100,000 stay quick.
 */
export class ContactBook {
	private readonly rows: Contact[];
	private readonly seeded: number;
	private readonly selections = new Map<string, readonly Contact[]>();
	private known: Set<string> | undefined;

	constructor(seeds: Contact[]) {
		this.rows = seeds;
		this.seeded = seeds.length;
	}

	get all(): readonly Contact[] {
		return this.rows;
	}

	/** The contacts that were added since the start. */
	get created(): readonly Contact[] {
		return this.rows.slice(this.seeded);
	}

	get nextId(): number {
		return (this.rows.at(-1)?.id ?? 0) + 1;
	}

	private get taken(): Set<string> {
		this.known ??= new Set(this.rows.flatMap(keysOf));
		return this.known;
	}

	/** The fields of `contact` whose value another contact has already. */
	conflicts(contact: Pick<Contact, UniqueField>): UniqueField[] {
		return uniqueFields(contact).filter((field) => this.taken.has(uniqueKey(contact, field)));
	}

	/** Adds a contact at the end. */
	add(contact: Contact): void {
		for (const key of keysOf(contact)) this.taken.add(key);
		this.rows.push(contact);
		this.selections.clear();
	}

	/**
	 * The contacts that pass `test`, in the order of `sort` (as stored when blank).
	 * `key` names the test: the same key must mean the same test.
	 */
	select(key: string, test: ContactTest, sort = ''): readonly Contact[] {
		const name = JSON.stringify([key, sort]);
		const known = this.selections.get(name);
		if (known) return known;

		const found = sorted(this.rows.filter(test), sort);
		if (this.selections.size >= REMEMBERED_SELECTIONS) this.selections.clear();
		this.selections.set(name, found);
		return found;
	}
}
