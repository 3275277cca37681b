import type { Contact } from '../records';

export type UniqueField = 'email' | 'phone_number' | 'identifier';

export type ContactTest = (contact: Contact) => boolean;

const UNIQUE_FIELDS: readonly UniqueField[] = ['email', 'phone_number', 'identifier'];
const REMEMBERED_SELECTIONS = 16;

const SORT_VALUES: Record<string, (contact: Contact) => string | number | null> = {
	name: (contact) => contact.name.toLowerCase(),
	email: (contact) => contact.email?.toLowerCase() ?? null,
	phone_number: (contact) => contact.phone_number,
	last_activity_at: (contact) => contact.last_activity_at,
	created_at: (contact) => contact.created_at,
	company: (contact) => attribute(contact, 'company_name'),
	company_name: (contact) => attribute(contact, 'company_name'),
	city: (contact) => attribute(contact, 'city'),
	country: (contact) => attribute(contact, 'country'),
};

function attribute(contact: Contact, key: string): string | null {
	const value = contact.additional_attributes[key];
	return typeof value === 'string' ? value.toLowerCase() : null;
}

function compare(a: string | number | null, b: string | number | null): number {
	if (a === b) return 0;
	if (a === null) return 1;
	if (b === null) return -1;
	return a < b ? -1 : 1;
}

/** Orders by the given keys ("-name,email"), nulls last, and by ID where they are equal. */
function sorted(contacts: readonly Contact[], sort: string): readonly Contact[] {
	const keys = sort
		.split(',')
		.filter((key) => key !== '')
		.map((key) => ({
			value: SORT_VALUES[key.replace(/^-/, '')],
			sign: key.startsWith('-') ? -1 : 1,
		}))
		.filter(({ value }) => value !== undefined);
	if (keys.length === 0) return contacts;

	const rows = contacts.map((contact) => ({
		contact,
		values: keys.map((key) => key.value(contact)),
	}));
	rows.sort((a, b) => {
		for (const [index, { sign }] of keys.entries()) {
			const order = compare(a.values[index], b.values[index]);
			if (order !== 0)
				return a.values[index] === null || b.values[index] === null ? order : order * sign;
		}
		return a.contact.id - b.contact.id;
	});
	return rows.map((row) => row.contact);
}

function uniqueKey(field: UniqueField, value: string): string {
	return field === 'email' ? value.toLowerCase() : value;
}

/** A contact that has a value for identifier, email or phone_number (contract 2.1). */
export function isResolved(contact: Contact): boolean {
	return Boolean(contact.email || contact.phone_number || contact.identifier);
}

/**
 * The contacts of the account. Answers page after page of one selection without searching again,
 * so that lists of 100,000 stay quick.
 */
export class ContactBook {
	private readonly rows: Contact[];
	private readonly selections = new Map<string, readonly Contact[]>();
	private taken: Record<UniqueField, Set<string>> | undefined;

	/** How many contacts were there from the start. */
	readonly seeded: number;

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

	/** The fields of `contact` whose value another contact has already; e-mail ignores case. */
	conflicts(contact: Pick<Contact, UniqueField>): UniqueField[] {
		const taken = this.index();
		return UNIQUE_FIELDS.filter((field) => {
			const value = contact[field];
			return value !== null && taken[field].has(uniqueKey(field, value));
		});
	}

	/** Adds a contact at the end. */
	add(contact: Contact): void {
		const taken = this.index();
		for (const field of UNIQUE_FIELDS) {
			const value = contact[field];
			if (value !== null) taken[field].add(uniqueKey(field, value));
		}
		this.rows.push(contact);
		this.selections.clear();
	}

	/**
	 * The contacts that pass `test`, in the order of `sort` (as stored when blank).
	 * `key` names the test: the same key must mean the same test.
	 */
	select(key: string, test: ContactTest, sort: string): readonly Contact[] {
		const name = JSON.stringify([key, sort]);
		const known = this.selections.get(name);
		if (known) return known;

		const found = sorted(this.rows.filter(test), sort);
		if (this.selections.size >= REMEMBERED_SELECTIONS) this.selections.clear();
		this.selections.set(name, found);
		return found;
	}

	private index(): Record<UniqueField, Set<string>> {
		this.taken ??= {
			email: this.valuesOf('email'),
			phone_number: this.valuesOf('phone_number'),
			identifier: this.valuesOf('identifier'),
		};
		return this.taken;
	}

	private valuesOf(field: UniqueField): Set<string> {
		const values = new Set<string>();
		for (const row of this.rows) {
			const value = row[field];
			if (value !== null) values.add(uniqueKey(field, value));
		}
		return values;
	}
}
