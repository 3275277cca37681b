/**
 * Ordinary data as a law: each text that people have goes through each field of each operation, typed and by an
 * expression. It is sent as typed, cleaned as docs/rules.md says, or refused for a reason that is named here.
 */
import { type Field, fieldsOfType, requestWith, titleOf } from '../fixtures/fieldRequests';
import { type Datum, EMAILS, ORDINARY, PHONES } from '../fixtures/ordinaryData';
import { text } from '../../nodes/shared/input/checks';
import { wholeKey } from '../../nodes/shared/input/expressionParts';
import { UNSEEN } from '../fixtures/texts';

/** What a field does with a text: the values that it sends, or the reason for which it refuses the text. */
type Law = (datum: Datum, isTyped: boolean) => unknown[] | RegExp;

const HIDDEN = new RegExp(`[${UNSEEN.filter((character) => character !== ' ').join('')}]`, 'u');

const free: Law = ({ given }) => [given];

const key: Law = ({ given }) => {
	// The joiner of a Persian word or of an emoji is no hidden character.
	const isHidden =
		HIDDEN.test(given.trim()) && !/\p{Script=Arabic}\u200c|\p{Emoji}\u200d/u.test(given);
	return isHidden ? /contains an invisible character/ : [given.trim()];
};

/** What the table says of a text, or else what the law for other texts says. */
const orAs =
	(data: Datum[], law: Law): Law =>
	(datum, isTyped) => {
		const { sent, refused } = data.find(({ given }) => given === datum.given) ?? {};
		return refused ?? (sent === undefined ? law(datum, isTyped) : [sent]);
	};

const email = orAs(EMAILS, key);
const phone = orAs(PHONES, (datum, isTyped) =>
	// Without the text around its plus sign, it would be another number.
	/(?<!\dE)\+/i.test(datum.given) ? /must be a plus sign and the digits/ : key(datum, isTyped),
);
/** An email or a phone number that can't be cleaned is another query. */
const query = orAs(
	[...EMAILS, ...PHONES].filter(({ refused }) => !refused),
	({ given }) => [given.trim()],
);

/** A field by which the service recognises a contact: all rows with the same placeholder would become one. */
const unique =
	(law: Law): Law =>
	(datum, isTyped) =>
		!isTyped && /^(?:N\/A|None|Null|Nil|[-=…]+)$/.test(datum.given)
			? /which stands for no value/
			: law(datum, isTyped);

const id: Law = ({ given }) =>
	/^[1-9]\d{0,15}$/.test(given) ? [Number(given)] : /must be a whole number above 0/;

const time: Law = ({ given }) => (given.startsWith('2026-') ? [] : /must be a time/);

const timeOfDay: Law = (datum, isTyped) =>
	/^[\d-]{10}$/.test(datum.given) ? /has no time of day/ : time(datum, isTyped);

const country: Law = ({ given }) =>
	/^[a-z]{2}$/i.test(given)
		? [given]
		: /must be the two letters of a country|contains an invisible character/;

/** Several texts with commas between them. */
const list =
	(law: Law): Law =>
	({ given }, isTyped) => {
		const laws = given.split(',').map((part) => law({ given: part.trim() }, isTyped));
		return laws.find((each) => each instanceof RegExp) ?? laws.flat();
	};

const address =
	(scheme: RegExp): Law =>
	({ given }) =>
		scheme.test(given) && !/\s/.test(given.replace(/{{.*}}/, ''))
			? [given.trim()]
			: /contains an invisible character|contains a space|must be a (?:web address|URI)/;

/** Several emails with commas between them, or what the service fills in. */
const transcript: Law = ({ given }, isTyped) => {
	const laws = given.split(',').map((each) => {
		const part = each.trim();
		if (/^{{[^{}]*}}$/.test(part)) return [part];
		if (part.includes('@')) return email({ given: part }, isTyped);
		return /must be email addresses|contains an invisible character/;
	});
	return laws.find((each) => each instanceof RegExp) ?? [laws.flat().join(', ')];
};

const BY_ATTRIBUTE: Record<string, Law> = {
	browser_language: key,
	conversation_language: key,
	country_code: list(country),
	email,
	identifier: key,
	phone_number: phone,
};

/** The laws of fields whose texts are not sent as typed. */
const BY_PATH: Array<[path: RegExp, law: Law]> = [
	[/(?:\.customAttribute|parameter\.\w+|queryParameterName)$/, key],
	// A choice of a list attribute, for which spaces have no meaning.
	[/condition\.choice$/, ({ given }) => [given.trim()]],
	[/^email$/, unique(email)],
	[/^phoneNumber$/, unique(phone)],
	[/\.identifier$/, unique(key)],
	[/\.email$/, transcript],
	[/^query$/, query],
	[/\.labels$/, list(key)],
	[/\.countryCode$/, country],
	[/(?:[a-z]Id|action\.id)$/, id],
	[/^appointmentAt$/, timeOfDay],
	[/(?:\.date|^since|^until)$/, time],
	[/(?:\.avatarUrl|\.webhookUrl)$/, address(/^https?:\/\//)],
	[/^endpointUri$/, address(/^(?:[a-z][a-z0-9+.-]*:|{{)/i)],
];

function lawOf({ path, property }: Field): Law {
	const [attribute] = property.displayOptions?.show?.attribute ?? [];
	if (path.endsWith('condition.value')) return BY_ATTRIBUTE[String(attribute)] ?? free;
	const [, law = free] = BY_PATH.find(([pattern]) => pattern.test(path)) ?? [];
	return law;
}

/** The names and the values in a request. */
function partsOf(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	return Object.entries(value).flatMap(([name, inner]) => [name, ...partsOf(inner)]);
}

/** What a field sends of a text, or the message with which it refuses it. */
function outcome(field: Field, given: string, isTyped: boolean): unknown[] | string {
	try {
		return partsOf(requestWith(field, given, isTyped));
	} catch (error) {
		return (error as Error).message;
	}
}

const FIELDS = fieldsOfType('string', 'json', 'dateTime', 'resourceLocator')
	// It takes the name of a field that holds a file.
	.filter(({ path }) => !path.endsWith('avatarBinaryField'))
	.map((field) => [titleOf(field), field] as const);

it.each(FIELDS)('%s sends, cleans or refuses ordinary data as the rules say', (_title, field) => {
	const law = lawOf(field);
	const wrong = ORDINARY.flatMap((datum) =>
		[true, false]
			// n8n takes a typed equals sign for an expression.
			.filter((isTyped) => !(isTyped && datum.given.startsWith('=')))
			.map((isTyped) => {
				const expected = law(datum, isTyped);
				const happened = outcome(field, datum.given, isTyped);
				const isRight =
					expected instanceof RegExp
						? typeof happened === 'string' && expected.test(happened)
						: typeof happened !== 'string' && expected.every((each) => happened.includes(each));
				return isRight
					? ''
					: `${datum.given} (${isTyped ? 'typed' : 'returned'}): ${String(happened)}`;
			})
			.filter(Boolean),
	);
	expect(wrong).toEqual([]);
});

describe('ordinary data in a key that expressions join', () => {
	const refused = (key: (given: string) => unknown) =>
		ORDINARY.map(({ given }) => given).filter((given) => {
			try {
				return key(given) === undefined;
			} catch {
				return true;
			}
		});

	it('is sent, but for whole words that stand for a missing value', () => {
		const joined = "={{ $json.given + '-7' }}";
		const check = wholeKey(text);
		expect(refused((given) => check(`${given}-7`, joined))).toEqual([
			...['null & void', 'not null', 'null@example.com'],
		]);
	});

	it('is sent from an expression of its own', () => {
		const parts = '=c-{{ $json.given }}-{{ $json.id }}';
		const check = wholeKey(text);
		const evaluated = (given: string) => (code: string) => (code.includes('given') ? given : 7);
		expect(refused((given) => check(`c-${given}-7`, parts, evaluated(given)))).toEqual([]);
	});
});
