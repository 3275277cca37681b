import { codePoint } from './keys';
import { isJson } from './json';
import { quote, trimmed } from '../values';

/** The texts that JavaScript makes of a missing value, an invalid date or an object. */
const MISSING = /^(?:undefined|null|NaN|Invalid Date(?:Time)?|\[object \w+\])$/;

/** The errors that the spreadsheets of Microsoft, LibreOffice and Google write into cells. Their test names the sources. */
const SPREADSHEET_ERRORS = new Set(
	[
		'#BLOCKED! #BUSY! #CALC! #CONNECT! #DIV/0! #ERROR! #EXTERNAL! #FIELD! #FMT #GETTING_DATA #N/A',
		'#NAME? #NULL! #NUM! #PYTHON! #REF! #SPILL! #TIMEOUT! #UNKNOWN! #VALUE!',
		// Czech, Danish, Dutch, Finnish
		'#DĚLENÍ_NULOU! #NENÍ_K_DISPOZICI #NÁZEV? #ČÍSLO! #ODKAZ! #PRESAH! #HODNOTA!',
		'#DIVISION/0! #I/T #NAVN? #NUMMER! #REFERENCE! #OVERLØB! #VÆRDI! #NUL!',
		'#DEEL/0! #DELING.DOOR.0! #N/B #NAAM? #GETAL! #VERW! #OVERLOOP! #OVERLOPEN! #WAARDE! #LEEG! #BEREKENEN!',
		'#JAKO/0! #PUUTTUU! #NIMI? #LUKU! #VIITTAUS! #LEVITTYMINEN! #ARVO! #TYHJÄ!',
		// French, German, Greek, Hungarian
		'#NOM? #NOMBRE! #EPARS! #PROPAGATION! #VALEUR! #CHARGEMENT_DONNEES',
		'#NV #ZAHL! #BEZUG! #ÜBERLAUF! #WERT! #KALK! #DATEN_ABRUFEN',
		'#ΤΙΜΗ! #ΑΡΙΘ! #ΔΙΑΙΡ./0! #ΟΝΟΜΑ? #Δ/Υ #ΑΝΑΦ! #ΚΕΝΟ!',
		'#ZÉRÓOSZTÓ! #HIÁNYZIK #NÉV? #SZÁM! #HIV! #KIBONTÁS! #ÉRTÉK! #NULLA!',
		// Italian, Norwegian, Polish, Portuguese
		'#N/D #NOME? #RIF! #ESPANSIONE! #VALORE! #ESTRAZIONE_DATI_IN_CORSO',
		'#OVERFLYT! #VERDI!',
		'#DZIEL/0! #N/D! #NAZWA? #LICZBA! #ADR! #ROZLANIE! #ARG! #ZERO!',
		'#NÚM! #TRANSPOSIÇÃO! #DESPEJAR! #VALOR! #NULO! #OBTENDO_DADOS',
		// Croatian, Romanian, Slovak, Slovenian
		'#VRIJEDNOST! #BROJ! #DIJ/0! #NAZIV?',
		'#VALOARE! #NUME?',
		'#DELENIENULOU! #NÁZOV? #NEDOSTUPNÝ #NEPLATNÝ!',
		'#VREDN! #ŠTEV! #DEL/0! #IME? #N/V #SKLIC! #NIČ!',
		// Russian, Spanish, Swedish, Turkish
		'#ДЕЛ/0! #Н/Д #ИМЯ? #ЧИСЛО! #ССЫЛКА! #ПЕРЕНОС! #ЗНАЧ! #ПУСТО! #ВЫЧИСЛ! #ОЖИДАНИЕ_ДАННЫХ',
		'#¡DIV/0! #¿NOMBRE? #¡NUM! #¡REF! #¡DESBORDAMIENTO! #¡VALOR! #¡NULO! #¡CALC! #OBTENIENDO_DATOS',
		'#SAKNAS! #NAMN? #OGILTIGT! #REFERENS! #VÄRDEFEL! #SKÄRNING!',
		'#SAYI/0! #YOK #AD? #SAYI! #BAŞV! #TAŞMA! #DEĞER! #BOŞ!',
	].flatMap((errors) => errors.split(' ')),
);

/** A cell that is too narrow for its number, and an error of LibreOffice: `Err:502`, which French writes with a space. */
const NARROW_OR_NUMBERED = /^(?:#{3,}|Err\s?:5\d\d)$/;

/**
 * Characters that a program leaves if it reads a file in the wrong encoding: U+FFFD, and the invisible
 * controls from U+0080 to U+009F, of which only U+0085, a line end, has a use.
 */
const LOST_CHARACTER = /[\x80-\x84\x86-\x9f\uFFFD]/;

/**
 * What is wrong with a value that an expression returned: a text such as `undefined`, which nobody enters on purpose.
 * Typed by hand, such a text is sent like any other. The flaw ends a sentence that starts with the field's name.
 */
export function flawOf(value: unknown, mayBeJson: boolean): string | undefined {
	if (typeof value === 'string') {
		const flaw = flawOfText(value);
		if (flaw ?? !(mayBeJson && isJson(value))) return flaw;
		return flawOf(JSON.parse(trimmed(value)), false);
	}
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
	return Object.entries(value)
		.flat()
		.map((inner) => flawOf(inner, false))
		.find((flaw) => flaw !== undefined)
		?.replace(/^is/, 'contains');
}

/** What is wrong with a text that was typed: an expression such as `{{ $json.x }}`, which n8n doesn't evaluate. */
export function flawOfTyped(text: string): string | undefined {
	const [expression] = /\{\{\s*\$[\p{L}_(][^{}]*(?:\}\})?/u.exec(text) ?? [];
	if (expression === undefined) return undefined;
	return `contains an expression that was not evaluated: ${quote(expression)}. Switch the field to 'Expression'`;
}

function flawOfText(text: string): string | undefined {
	const word = trimmed(text);
	if (MISSING.test(word)) return `is ${quote(word)}`;
	if (SPREADSHEET_ERRORS.has(word) || NARROW_OR_NUMBERED.test(word)) {
		return `is ${quote(word)}, which a spreadsheet shows if it has no value. Correct the cell`;
	}
	const [lost] = LOST_CHARACTER.exec(text) ?? [];
	if (lost === undefined) return undefined;
	return `contains a lost character (${codePoint(lost)}). Check the encoding of the file that it comes from`;
}
