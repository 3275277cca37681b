function words(...lines: string[]): string[] {
	return lines.flatMap((line) => line.split(' '));
}

/** First names of the seeded contacts. */
export const FIRST_NAMES = words(
	'Ana Ben Chloé Dmitri Elif Farah Giulia Hana Ivan Jamal Kenji Lena Mateo Nadia Omar Priya',
	'Quinn Rosa Søren Tariq Uma Viktor Wanjiru Ximena Yusuf Zoë',
);

export const LAST_NAMES = words(
	'Andersson Bauer Costa Dubois Eriksen Fischer García Haddad Ito Jovanović Kowalski Lopez',
	"Müller Novák O'Brien Patel Quispe Rossi Silva Tanaka Usman Vargas Weber Yılmaz Zhang",
);

/** Cities, each with the first digits of an international phone number there. */
export const PLACES = [
	{ city: 'Berlin', country: 'Germany', country_code: 'DE', dial: '+4930' },
	{ city: 'São Paulo', country: 'Brazil', country_code: 'BR', dial: '+5511' },
	{ city: 'Paris', country: 'France', country_code: 'FR', dial: '+331' },
	{ city: 'Nairobi', country: 'Kenya', country_code: 'KE', dial: '+25420' },
	{ city: 'Mumbai', country: 'India', country_code: 'IN', dial: '+9122' },
	{ city: 'Osaka', country: 'Japan', country_code: 'JP', dial: '+816' },
	{ city: 'Toronto', country: 'Canada', country_code: 'CA', dial: '+1416' },
	{ city: 'Lima', country: 'Peru', country_code: 'PE', dial: '+511' },
	{ city: 'Istanbul', country: 'Türkiye', country_code: 'TR', dial: '+90212' },
];

export const COMPANIES =
	'Acme Tools,Blue Harbor,Cedar & Sons,Delta Freight,Evergreen Foods,Foxglove Media'.split(',');

export const PLANS = ['free', 'starter', 'gold', 'enterprise'];
