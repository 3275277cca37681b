import { toAttempt } from '../../nodes/shared/http/attempt';
import { retryAfterMs } from '../../nodes/shared/http/retryAfter';
import { OUTCOMES } from '../../nodes/shared/http/outcome';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (ms: number) => new Date(NOW + ms).toUTCString();

describe('Retry-After', () => {
	it.each([
		['30', 30_000],
		['2.25', 2250],
		['3600', 3_600_000],
		[at(20_000), 20_000],
	])('of %p asks for %s ms', (value, ms) => {
		expect(retryAfterMs({ 'retry-after': value }, NOW)).toBe(ms);
	});

	it.each([
		...['', '0', '-5', '+49', '3, 5', '3s', '-', '1e400', at(-20_000)],
		...['60 seconds', 'in 2049', 'January 2049', '2049-01-01', '1/1/2049', 'Fri, 02 Jan 2049'],
	])('of %p asks for no wait', (value) => {
		expect(retryAfterMs({ 'retry-after': value }, NOW)).toBe(0);
	});

	it.each(['9'.repeat(16), '9'.repeat(20), '9'.repeat(400)])(
		'of %p asks for a wait whose end is still a date',
		(value) => {
			const end = new Date(NOW + retryAfterMs({ 'retry-after': value }, NOW));
			expect(() => end.toISOString()).not.toThrow();
		},
	);

	it('is read by the clock of the service if it is a date', () => {
		const headers = { 'retry-after': at(-50_000), date: at(-60_000) };
		expect(retryAfterMs(headers, NOW)).toBe(10_000);
	});

	it('is the only header that counts', () => {
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
		expect(retryAfterMs(headers, NOW)).toBe(0);
	});
});

describe('a 422', () => {
	const outcomeOf = (body: unknown) =>
		toAttempt({ status: 422, headers: {}, body } as never, 0, 0).outcome;

	it.each([
		'The request took too long to complete. Please try again.',
		'La solicitud tardó demasiado en completarse. Por favor, inténtalo de nuevo.',
		'A solicitação demorou muito para ser concluída. Tente novamente.',
	])('is what a 500 is if the database of Chatwoot has cancelled the query: %s', (error) => {
		expect(outcomeOf({ error })).toBe(OUTCOMES.serverError);
	});

	it.each([
		{ error: 'Email has already been taken' },
		{ message: 'The request took too long to complete. Please try again.' },
		{ error: 'Note: "The request took too long to complete. Please try again." is invalid' },
		{ error: ['The request took too long to complete. Please try again.', 'Email is invalid'] },
		'The request took too long to complete. Please try again.',
		null,
	])('is a refusal if it says anything else: %j', (body) => {
		expect(outcomeOf(body)).toBe(OUTCOMES.rejected);
	});
});
