import type { Contact } from '../seed/contacts';

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

/** Orders by one key such as `-name`, nulls last. */
function by(key: string): (a: Contact, b: Contact) => number {
	const name = key.replace(/^-/, '');
	return (a, b) => {
		const [one, other] = [sortValue(a, name), sortValue(b, name)];
		if (one === other) return 0;
		if (one === null || other === null) return one === null ? 1 : -1;
		return one < other === key.startsWith('-') ? 1 : -1;
	};
}

/** Orders by the given keys ("-name,email"), and by ID where they are equal. */
function sorted(contacts: readonly Contact[], sort: string): readonly Contact[] {
	const keys = sort.split(',').filter((key) => key !== '');
	return keys.reduceRight((list, key) => list.toSorted(by(key)), contacts);
}

type UniqueField = (typeof UNIQUE_FIELDS)[number];
type Unique = Pick<Contact, UniqueField>;

/** What no other contact may have: the values of these fields, e-mail ignoring case. */
function claimsOf(contact: Unique): { field: UniqueField; key: string }[] {
	return UNIQUE_FIELDS.flatMap((field) => {
		const value = contact[field];
		if (value === null) return [];
		return { field, key: `${field}:${field === 'email' ? value.toLowerCase() : value}` };
	});
}

/**
 * The contacts of the account. Answers page after page of one selection without searching again,
 * so that lists of 100,000 stay quick.
 */
export class ContactBook {
	private readonly seeded: number;
	private readonly selections = new Map<string, readonly Contact[]>();
	private known: Set<string> | undefined;

	constructor(readonly all: Contact[]) {
		this.seeded = all.length;
	}

	/** The contacts that were added since the start. */
	get created(): readonly Contact[] {
		return this.all.slice(this.seeded);
	}

	get nextId(): number {
		return (this.all.at(-1)?.id ?? 0) + 1;
	}

	private get taken(): Set<string> {
		this.known ??= new Set(this.all.flatMap(claimsOf).map(({ key }) => key));
		return this.known;
	}

	/** The fields of `contact` whose value another contact has already. */
	conflicts(contact: Unique): UniqueField[] {
		const conflicting = claimsOf(contact).filter(({ key }) => this.taken.has(key));
		return conflicting.map(({ field }) => field);
	}

	/** Adds a contact at the end. */
	add(contact: Contact): void {
		for (const { key } of claimsOf(contact)) this.taken.add(key);
		this.all.push(contact);
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

		const found = sorted(this.all.filter(test), sort);
		if (this.selections.size >= REMEMBERED_SELECTIONS) this.selections.clear();
		this.selections.set(name, found);
		return found;
	}
}
