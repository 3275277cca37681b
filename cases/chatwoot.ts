/** What a user gets: it works, the service responds with a status, or something else happens in silence. */
export type Effect =
	| 'works'
	| '422'
	| '500'
	| 'finds nobody'
	| 'never runs'
	| 'is replaced'
	| 'stays on contacts';

/** What Chatwoot's versions differ in, for the operations of the package. */
export interface Difference {
	/** Completes "lacks". */
	what: string;
	/** Whether the form sends it, or only Conditions (JSON) and Actions (JSON). */
	sentBy: 'form' | 'json';
	/** The effect from a version on, oldest version first. */
	since: Record<string, Effect>;
}

/** A version on which `npm run test:server` has run, with what it printed. */
interface TestedVersion {
	version: string;
	/** ISO 8601. */
	date: string;
	/** Number of tests that work, and of all tests. */
	works: number;
	of: number;
}

/** The tested versions, oldest first. The workflow chatwoot.yml runs the same ones. */
export const TESTED: TestedVersion[] = [
	{ version: '4.4.0', date: '2026-11-27', works: 47, of: 58 },
	{ version: '4.6.0', date: '2026-11-27', works: 49, of: 58 },
	{ version: '4.8.0', date: '2026-11-27', works: 49, of: 58 },
	{ version: '4.10.1', date: '2026-11-27', works: 50, of: 58 },
	{ version: '4.11.2', date: '2026-11-27', works: 49, of: 58 },
	{ version: '4.13.0', date: '2026-11-27', works: 51, of: 58 },
	{ version: '4.14.2', date: '2026-11-27', works: 54, of: 58 },
	{ version: '4.15.1', date: '2026-11-28', works: 53, of: 58 },
	{ version: '4.16.2', date: '2026-11-28', works: 54, of: 58 },
];

/** Chatwoot's branch `develop` on a day before the release that it became, on which the tests ran too. */
export const DEVELOP = {
	day: '2026-08-18',
	release: '4.17',
	date: '2026-11-28',
	works: 55,
	of: 58,
};

const DIFFERENCE_LIST = {
	companyInFilter: {
		what: 'Company Name in Filter',
		sentBy: 'form',
		since: { '4.4': '422', '4.14': 'works' },
	},
	phoneNumberInFilter: {
		what: 'a whole phone number with its plus sign in Filter',
		sentBy: 'form',
		since: { '4.4': 'finds nobody', '4.7': 'works' },
	},
	nameOnlyInFilter: {
		what: 'contacts that have only a name in Filter',
		sentBy: 'form',
		since: { '4.4': 'works', '4.7': 'finds nobody' },
	},
	nameOnlyInSearch: {
		what: 'contacts that have only a name in Search',
		sentBy: 'form',
		since: { '4.4': 'finds nobody', '4.11': 'works' },
	},
	companyInSearch: {
		what: 'company names in Search',
		sentBy: 'form',
		since: { '4.4': 'works', '4.11': 'finds nobody' },
	},
	companyOfContact: {
		what: "a contact's own Company Name beside others of its email domain",
		sentBy: 'form',
		since: { '4.4': 'works', '4.15': 'is replaced', '4.16': 'works' },
	},
	companyInRule: {
		what: 'Company Name in rules',
		sentBy: 'form',
		since: { '4.4': '422', '4.14': 'works' },
	},
	countryCodeInRule: {
		what: 'Country Code in rules',
		sentBy: 'form',
		since: { '4.4': 'never runs', '4.10': 'works' },
	},
	labelsInRule: {
		what: 'Labels in rules',
		sentBy: 'form',
		since: { '4.4': '422', '4.6': 'works' },
	},
	conversationResolved: {
		what: 'the event Conversation Resolved',
		sentBy: 'form',
		since: { '4.4': 'never runs', '4.5': 'works' },
	},
	removeAssigned: {
		what: 'Remove Assigned Agent and Team',
		sentBy: 'form',
		since: { '4.4': '422', '4.13': 'works' },
	},
	labelDelete: {
		what: 'taking a deleted label off contacts',
		sentBy: 'form',
		since: { '4.4': 'stays on contacts', '4.14': 'works' },
	},
	daysBefore: {
		what: '`days_before` in Filter',
		sentBy: 'json',
		since: { '4.4': 'works', '4.11.2': '500', '4.17': 'works' },
	},
	orderOfTexts: {
		what: '`is_greater_than` with a text attribute in Filter',
		sentBy: 'json',
		since: { '4.4': 'works', '4.11.2': '422' },
	},
	privateNote: {
		what: '`private_note` in rules',
		sentBy: 'json',
		since: { '4.4': '422', '4.13': 'works' },
	},
	pendingConversation: {
		what: '`pending_conversation` in rules',
		sentBy: 'json',
		since: { '4.4': '422', '4.11': 'works' },
	},
} as const satisfies Record<string, Difference>;

export type DifferenceName = keyof typeof DIFFERENCE_LIST;

/** The differences, each with its name. */
export const DIFFERENCES = Object.entries(DIFFERENCE_LIST).map(([name, difference]) => ({
	name: name as DifferenceName,
	...(difference as Difference),
}));

/** The effect on a version, such as `4.9.1`. A version that is newer than all entries does what the last one says. */
export function effectOn(version: string, { since }: Difference): Effect {
	const entries = Object.entries(since);
	const [, effect] = entries.findLast(([from]) => !isOlder(version, from)) ?? entries[0];
	return effect;
}

/** The differences that don't work on a version. */
export function lackedBy(version: string): Difference[] {
	return DIFFERENCES.filter((difference) => effectOn(version, difference) !== 'works');
}

function isOlder(version: string, than: string): boolean {
	return version.localeCompare(than, 'en', { numeric: true }) < 0;
}
