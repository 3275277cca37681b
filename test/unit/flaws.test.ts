import fc from 'fast-check';

import { caseOf } from '../../cases';
import { titled } from '../fixtures/arbitraries';
import { type Field, fieldsOfType, requestWith, titleOf } from '../fixtures/fieldRequests';
import { GIVEN, requestOf } from '../fixtures/requests';
import { key } from '../fixtures/texts';

const fields = fieldsOfType('string', 'json');
const anyField = titled(fields, titleOf);

/** What a field of an operation sends if an expression returned a value, or if a text was typed, or the message. */
function outcome(field: Field, value: unknown, isTyped = false): string {
	try {
		return JSON.stringify(requestWith(field, value, isTyped));
	} catch (error) {
		return (error as Error).message;
	}
}

const lost = fc.constantFrom(
	'\ufffd',
	...Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).filter(
		(character) => character !== '\u0085',
	),
);
const broken = fc.tuple(key, lost, key).map((parts) => parts.join(''));

it('sends no character that a wrong encoding leaves, in any field', () => {
	fc.assert(
		fc.property(anyField, broken, (field, text) => {
			expect(outcome(field, text)).toMatch(
				/lost character \(U\+(?:FFFD|00[89][0-9A-F])\)|^(?!.*[\x80-\x9f\ufffd])/,
			);
		}),
		{ numRuns: 500 },
	);
});

const missing = fc.constantFrom(
	...['undefined', 'null', 'NaN', 'Invalid Date', 'Invalid DateTime', '[object Object]'],
);
/** What spreadsheets write into a cell without a value, by source. */
const SPREADSHEET_ERRORS = Object.entries({
	'learn.microsoft.com/javascript/api/excel/excel.errorcellvaluetype':
		'#BLOCKED! #BUSY! #CALC! #CONNECT! #DIV/0! #EXTERNAL! #FIELD! #GETTING_DATA #N/A #NAME? #NULL! #NUM! #PYTHON! #REF! #SPILL! #TIMEOUT! #UNKNOWN! #VALUE!',
	'support.google.com/docs/answer/3238305':
		'#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #ERROR!',
	'help.libreoffice.org/latest/en-US/text/scalc/05/02140000.html':
		'### ####### #FMT #N/A #NUM! #VALUE! #REF! #NAME? #DIV/0! Err:501 Err:502 Err:522 Err:533',
	'wiki.openoffice.org/wiki/FR/FAQ/Calc/015': 'Err\u00a0:502',
	// The errors of Excel in 17 languages
	'github.com/handsontable/hyperformula/tree/master/src/i18n/languages':
		'#DĚLENÍ_NULOU! #NENÍ_K_DISPOZICI #NÁZEV? #ČÍSLO! #ODKAZ! #PRESAH! #HODNOTA! #DIVISION/0! #I/T #NAVN? #NUMMER! #REFERENCE! #OVERLØB! #VÆRDI! #NV #ZAHL! #BEZUG! #ÜBERLAUF! #WERT! #¡DIV/0! #N/D #¿NOMBRE? #¡NUM! #¡REF! #¡DESBORDAMIENTO! #¡VALOR! #JAKO/0! #PUUTTUU! #NIMI? #LUKU! #VIITTAUS! #LEVITTYMINEN! #ARVO! #NOM? #NOMBRE! #EPARS! #VALEUR! #ZÉRÓOSZTÓ! #HIÁNYZIK #NÉV? #SZÁM! #HIV! #KIBONTÁS! #ÉRTÉK! #NOME? #RIF! #ESPANSIONE! #VALORE! #OVERFLYT! #VERDI! #DELING.DOOR.0! #N/B #NAAM? #GETAL! #VERW! #OVERLOOP! #WAARDE! #DZIEL/0! #NAZWA? #LICZBA! #ADR! #ROZLANIE! #ARG! #NÚM! #TRANSPOSIÇÃO! #VALOR! #ДЕЛ/0! #Н/Д #ИМЯ? #ЧИСЛО! #ССЫЛКА! #ПЕРЕНОС! #ЗНАЧ! #SAKNAS! #NAMN? #OGILTIGT! #REFERENS! #VÄRDEFEL! #SAYI/0! #YOK #AD? #SAYI! #BAŞV! #TAŞMA! #DEĞER!',
	// The errors of Excel in 25 languages
	'a fork of EPPlus, InternationalizationUtility.cs':
		'#DEEL/0! #LEEG! #NUL! #TYHJÄ! #N/D! #ZERO! #NULO! #ПУСТО! #¡NULO! #SKÄRNING! #VRIJEDNOST! #BROJ! #DIJ/0! #NAZIV? #ΤΙΜΗ! #ΑΡΙΘ! #ΔΙΑΙΡ./0! #ΟΝΟΜΑ? #Δ/Υ #ΑΝΑΦ! #ΚΕΝΟ! #NULLA! #VALOARE! #NUME? #DELENIENULOU! #NÁZOV? #NEDOSTUPNÝ #NEPLATNÝ! #VREDN! #ŠTEV! #DEL/0! #IME? #N/V #SKLIC! #NIČ! #BOŞ!',
	'tables that open-source formula engines have read from Excel':
		'#KALK! #DATEN_ABRUFEN #PROPAGATION! #CHARGEMENT_DONNEES #OBTENIENDO_DATOS #¡CALC! #DESPEJAR! #OBTENDO_DADOS #ВЫЧИСЛ! #ОЖИДАНИЕ_ДАННЫХ #ESTRAZIONE_DATI_IN_CORSO #OVERLOPEN! #BEREKENEN!',
}).flatMap(([, errors]) => errors.split(' '));
const spreadsheetError = fc.constantFrom(...SPREADSHEET_ERRORS);

it('sends no text for a missing value and no error of a spreadsheet, in any field', () => {
	fc.assert(
		fc.property(anyField, fc.oneof(missing, spreadsheetError), (field, text) => {
			const says = ['is', 'contains'].map((verb) => `${verb} '${text}'`);
			const message = outcome(field, text);
			expect(says.some((each) => message.includes(each)) || message).toBe(true);
		}),
		{ numRuns: 500 },
	);
});

it('sends a text that only looks like the error of a spreadsheet or a missing value', () => {
	const { operation } = caseOf('contactCreate');
	const hashtag = fc.stringMatching(/^#[¡¿]?[A-ZÄÉŁŞЖΩ][A-Z0-9/_ŞИΔ-]{0,12}[!?]?$/);
	const shout = fc.constantFrom(
		'#SALE!',
		'#VIP!',
		'#BLACK-FRIDAY!',
		'#¡OLÉ!',
		'#ref!',
		'##',
		'Err:12',
		...['### Steps', 'Steps ###', 'Err:502 again', 'nullable', 'It is undefined'],
	);
	fc.assert(
		fc.property(fc.oneof(hashtag, shout), (name) => {
			fc.pre(!SPREADSHEET_ERRORS.includes(name));
			expect(requestOf(operation, { name: GIVEN }, name).body).toEqual({ name });
		}),
	);
});

describe('an expression that was typed where n8n evaluates none', () => {
	const space = fc.constantFrom('', ' ', '\u00a0');
	const leftOver = fc
		.tuple(key, space, fc.constantFrom('$json.x', '$now', "$('A').item.json.x"), space, key)
		.map(([before, start, code, end, after]) => `${before}{{${start}${code}${end}}}${after}`);

	it('is refused in every field, with what to do', () => {
		fc.assert(
			fc.property(anyField, leftOver, (field, text) => {
				const message = outcome(field, text, true);
				expect(message).toContain("contains an expression that was not evaluated: '{{");
				expect(message).toContain("Switch the field to 'Expression'");
				expect(message).toContain(`'${field.property.displayName}'`);
			}),
			{ numRuns: 300 },
		);
	});
});

it.each([0, false])(
	'sends or refuses %s in every field of text, and takes it for an empty value in none',
	(value) => {
		const own = fields.filter(({ property }) => property.type === 'string');
		const isLost = (field: Field) => outcome(field, value) === outcome(field, '');
		expect(own.filter(isLost).map(titleOf)).toEqual([]);
	},
);

it('sends in free text what the service fills in', () => {
	const { operation } = caseOf('contactCreate');
	for (const name of ['Hi {{contact.name}}', '{{ contact.name }}', '{{', '$5 {{x}}', '{{ $50 }}'])
		expect(requestOf(operation, { name }).body?.name).toBe(name);
});
