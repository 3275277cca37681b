/**
 * Servers don't always evaluate conditions as the form words them. Each of their quirks is one entry here, which
 * rejects or rewrites rows. Conditions (JSON) isn't changed.
 */
import { eachRow } from '../input/rows';
import { quote } from '../values';
import { InvalidValue } from '../input/invalidValue';
import type { Link } from './conditionFields';
import type { Feature } from './operators';

/** A row of the form after it was read. */
export interface ConditionRow {
	/** Whether the attribute is a custom one. */
	isCustom: boolean;
	key: string;
	operator: string;
	values: unknown[];
	/** What a custom attribute of a rule belongs to: `contact_attribute` or `conversation_attribute`. */
	owner?: string;
	/** The link to the next row. */
	link: Link;
}

/** A quirk of servers. Its comment says what they do. */
interface Quirk {
	/** Why a row can't be sent, as a message that follows `Condition 2`. */
	rejects?: (row: ConditionRow, index: number, rows: ConditionRow[]) => string | false;
	/** The rows to send in place of those of the form, if no row is rejected. */
	rewrites?: (rows: ConditionRow[]) => ConditionRow[];
}

/**
 * Servers add "or has no value" after the link of Does Not Equal for a custom attribute. Only as the last of several
 * conditions that are linked by Or, or alone, it matches what the row says.
 */
function customDoesNotEqual(remedy: string): Quirk {
	const concerns = ({ isCustom, operator }: ConditionRow) =>
		isCustom && operator === 'not_equal_to';
	return {
		rejects: (row, _index, rows) =>
			concerns(row) &&
			(!areAlternatives(rows) || row.values.length > 1 || rows.filter(concerns).length > 1) &&
			`can't have 'Does Not Equal' with a custom attribute if a condition is linked by And, if there is a second one like it, or with several values. ${remedy}`,
		rewrites: (rows) => withLast(rows, concerns),
	};
}

/** Servers compare the conditions after a custom attribute in lower case. */
const lowerCaseAfterCustom: Quirk = {
	rewrites: (rows) => withLast(rows, ({ isCustom }) => isCustom),
};

/** Servers compare one label at a time, and no label equals two titles. */
const oneLabelOnly: Quirk = {
	rejects: (row, index, rows) =>
		isLabel(row) &&
		rows.slice(0, index).some(isLabel) &&
		!areAlternatives(rows) &&
		"can't have 'Labels' a second time, because some servers then never run the rule. Choose Any Condition, or use 'Conditions (JSON)'",
};

function isLabel(row: ConditionRow): boolean {
	return row.key === 'labels' && comparesExactly(row);
}

/**
 * Servers store only whole email addresses, and phone numbers of a plus sign and digits. No other text equals one of
 * them, so Does Not Equal would match everybody who has one. A national phone number is somebody's, but isn't found.
 *
 * @param phone what servers find
 */
function storedKeysOnly(phone: RegExp): Quirk {
	const stored = new Map([
		['email not_equal_to', /^[^\s@]+@[^\s@]+$/],
		['phone_number equal_to', phone],
		['phone_number not_equal_to', phone],
	]);
	return {
		rejects: ({ isCustom, key, operator, values }) => {
			const pattern = isCustom ? undefined : stored.get(`${key} ${operator}`);
			const other = pattern && values.find((value) => !pattern.test(String(value)));
			return (
				other !== undefined &&
				`compares with ${quote(other)}, but many servers store only whole emails, and phone numbers like +15551234567. Correct the value, or use 'Contains' or 'Conditions (JSON)'`
			);
		},
	};
}

/** Servers store email addresses in lower case, and compare a whole address exactly. */
const emailInLowerCase: Quirk = {
	rewrites: (rows) =>
		rows.map((row) => {
			const { isCustom, key, operator, values } = row;
			const isWhole = ['equal_to', 'not_equal_to'].includes(operator);
			if (isCustom || key !== 'email' || !isWhole) return row;
			return { ...row, values: values.map((email) => String(email).toLowerCase()) };
		}),
};

/** Servers compare only with the first of several values, so each value becomes a condition of its own. */
function firstValueOnly(concerns: (row: ConditionRow) => boolean): Quirk {
	const linkBetweenValues = (row: ConditionRow) =>
		concerns(row) ? EXACT_OPERATORS[row.operator] : undefined;
	return {
		rejects: (row, _index, rows) =>
			linkBetweenValues(row) === 'OR' &&
			row.values.length > 1 &&
			!areAlternatives(rows) &&
			"has several values, but many servers compare only with the first. Add a condition for each value and set 'Match' to Any Condition, or use one node per value, or use 'Conditions (JSON)'",
		rewrites: (rows) =>
			rows.flatMap((row) => {
				const between = linkBetweenValues(row);
				if (!between) return [row];
				const linkAt = (index: number) => (index < row.values.length - 1 ? between : row.link);
				return row.values.map((value, index) => ({ ...row, values: [value], link: linkAt(index) }));
			}),
	};
}

/**
 * The quirks that concern a filter or a rule, in the order in which they apply. `firstValueOnly` comes last because it
 * adds links, and the others need the links of the form.
 */
const QUIRKS: Record<Feature, Quirk[]> = {
	filter: [
		// Servers add a plus sign that is missing.
		storedKeysOnly(/^\+?[1-9]\d*$/),
		customDoesNotEqual(
			"Some servers then return contacts that don't match. Filter by the other conditions, and put n8n's Filter node behind this one, or use 'Conditions (JSON)'",
		),
		firstValueOnly(() => true),
	],
	rule: [
		storedKeysOnly(/^\+[1-9]\d*$/),
		customDoesNotEqual(
			"Some servers then run the rule at the wrong time or never. Use a second rule, or 'Conditions (JSON)'",
		),
		lowerCaseAfterCustom,
		oneLabelOnly,
		emailInLowerCase,
		// Servers compare the other attributes with all values.
		firstValueOnly(
			({ isCustom, key, operator }) => isCustom || key === 'labels' || operator === 'starts_with',
		),
	],
};

/** Changes rows so that all servers read them as the form says, or rejects them. */
export function applyQuirks(feature: Feature, formRows: ConditionRow[]): ConditionRow[] {
	const quirks = QUIRKS[feature];
	const rows = withCommonLink(formRows);
	eachRow('Condition', rows, (row, index) => {
		for (const { rejects } of quirks) {
			const reason = rejects?.(row, index, rows);
			if (reason) throw new InvalidValue(reason);
		}
	});
	return quirks.reduce((sent, { rewrites }) => rewrites?.(sent) ?? sent, rows);
}

/**
 * The last row's own link has no effect. It takes the link that all others share, so that the rows can change places.
 * A single row counts as linked by Or.
 */
function withCommonLink(rows: ConditionRow[]): ConditionRow[] {
	const [link = 'OR', ...others] = new Set(rows.slice(0, -1).map((row) => row.link));
	return others.length > 0 ? rows : rows.map((row) => ({ ...row, link }));
}

/** Whether a match of any one row is enough. */
function areAlternatives(rows: ConditionRow[]): boolean {
	return rows.every(({ link }) => link === 'OR');
}

/**
 * The operators that compare exactly, each with the link between conditions with one value each. Servers compare the
 * others with all values.
 */
const EXACT_OPERATORS: Record<string, Link | undefined> = {
	equal_to: 'OR',
	not_equal_to: 'AND',
	starts_with: 'OR',
};

function comparesExactly({ operator }: ConditionRow): boolean {
	return operator in EXACT_OPERATORS;
}

/** Moves some rows to the end. They and the others must have one link, because otherwise the order matters. */
function withLast(rows: ConditionRow[], isLast: (row: ConditionRow) => boolean): ConditionRow[] {
	return [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)];
}
