import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';
import { mayHaveText } from '../../nodes/shared/failure/effectText';
import { faultText } from '../../nodes/shared/failure/faultText';
import { failureOf } from '../../nodes/shared/failure/failureOf';
import { Fault } from '../../nodes/shared/transport/fault';
import { CASES } from '../../test/cases';
import { table } from './markdown';
import { type SaidText, saidTexts } from './saidTexts';
import type { GeneratedFile } from './schemaFiles';

/** What n8n's test of a credential says in place of a sentence. */
const TEST_CODES = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'ETIMEDOUT',
	'EPROTO',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'CERT_HAS_EXPIRED',
];

/** docs/problems.md: every headline that the package can say, and what to do about it. */
export function problemsPage(): GeneratedFile {
	const texts = saidTexts();
	const inFile = (end: string) => texts.filter(({ file }) => file.endsWith(end));
	const refusals = (begins: RegExp) =>
		texts
			.filter(({ by, headline }) => by === 'InvalidValue' && begins.test(headline))
			.map(({ headline }) => [headline]);
	const text = `# When something goes wrong

This page is made by \`npm run docs\` from the code that says these texts. … stands for what is known only when it is said, such as a value or an address.

A message has a headline and a line below it. Where the service gave a reason, the headline is that reason, in the service's own words, and the tables below have what is said where it gave none. With On Error set to Continue, both are in the field \`error\` of the item. With Stop Workflow, of several items, it names the one, counted from 0, and of what changes something it says how many others had succeeded, and which if some before them had not.

## A field is refused

Nothing has been sent. The headline starts with the name of the field; if the field has rows, with the row and its number, counted from 1, such as *Condition 2*. Correct it, or check what its expression returns for the item in the message.

${table(['after the name of the field'], refusals(/^[^A-Z]/))}

If n8n can't evaluate an expression, the field *couldn't be read*, followed by n8n's own message.

Or it is a sentence of its own:

${table(['headline'], refusals(/^[A-Z]/))}

## The service refuses

The status stands behind the headline or in the details of the error. The first row that fits is taken.

${table(['answer', 'headline', 'what to do'], inFile('refusalText.ts').map(ruleRow))}

Where the service names fields, the line ends with Check and what they are called in the form, such as Check 'Email'.

A contact is refused where another one has its email, phone number or identifier. The line names that one: 'Email' belongs to contact 7 (Ann Lee). Use another value, or set On Duplicate under Options to Continue with Existing Contact. If that is set already, the values belong to different contacts, and none of them was chosen; or there may be more such contacts than could be read.

## No answer arrives

${table(['headline', 'what to do'], inFile('faultText.ts').map(faultRow))}

Where sending twice could do harm, the line below the headline is another one: [It may have happened](#it-may-have-happened).

## The answer cannot be used

${table(['headline', 'what to do'], texts.filter(({ by }) => by === 'Failure').map(row))}

## It may have happened

An answer was lost, and the service may have done what it was asked for. The package does not send such a request again by itself, unless what it makes was looked for and is not there.

${table(['operation', 'what is said', 'what to do'], CASES.flatMap(mayHaveRow))}

## The credential

Said by its test, by the lists to choose from, and by every run that cannot use it.

${table(
	['what is said'],
	[...inFile('authenticate.ts'), ...inFile('baseUrl.ts')].map(({ headline }) => [headline]),
)}

${table(['status of the test', 'what is said'], testRows())}

Where no answer arrives, n8n's test shows a code alone.

${table(['code', 'what it means', 'what to do'], TEST_CODES.map(codeRow))}
`;
	return { path: 'docs/problems.md', text };
}

function row({ headline, remedy }: SaidText): string[] {
	return [headline, remedy || 'The line names the contact: see below the table of refusals.'];
}

/** The one fault without a remedy is that of a cancelled execution. */
function faultRow({ headline, remedy }: SaidText): string[] {
	return [headline, remedy || 'Only items that may have been carried out say so.'];
}

function ruleRow({ when, headline, remedy }: SaidText): string[] {
	return [when || 'any other', headline, remedy || unexplained];
}

/** What is said of a refusal that nothing more is known of. */
const unexplained =
	failureOf({ status: 418, headers: {}, body: '' }, { fields: [] })?.description ?? '';

function mayHaveRow({ operation, title }: (typeof CASES)[number]): string[][] {
	const { effect, unrepeatable } = operation;
	return effect && unrepeatable ? [[title, mayHaveText({ effect }), unrepeatable.check]] : [];
}

function codeRow(code: string): string[] {
	const { headline, remedy } = faultText(new Fault({ code, message: code }));
	return [
		code,
		headline,
		remedy.includes('Request Options') ? `${remedy} ${IN_NODES_ONLY}` : remedy,
	];
}

/** The credential's own form has no such options. */
const IN_NODES_ONLY =
	'Only nodes have these options: save the credential although its test fails, and set them in each node.';

/** What the test of the credential says, each text once. */
function testRows(): string[][] {
	const statuses = new Map<string, string[]>();
	for (const { type, properties } of new CustomerConversationApi().test.rules ?? []) {
		const { message } = properties;
		const status = type === 'responseCode' ? String(properties.value) : '200, without a payload';
		statuses.set(message, [...(statuses.get(message) ?? []), status]);
	}
	return [...statuses].map(([message, codes]) => [codes.join(', '), message]);
}
