import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { createContact } from '../../nodes/Contact/operations/create';
import { lookUpOf } from '../../nodes/Contact/lookUp';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import type { Failure } from '../../nodes/shared/failure/failure';
import type { Response } from '../../nodes/shared/operation';
import { Delivery } from '../../nodes/shared/run/delivery';
import { ItemStates } from '../../nodes/shared/run/itemStates';
import { toAttempt } from '../../nodes/shared/http/attempt';
import type { Fault } from '../../nodes/shared/http/fault';
import { ImmediatePermit } from '../fixtures/delivery';
import { fault, response } from '../fixtures/responses';

/*
 * A model of a service that loses responses, and of what an item may honestly say then. The service, its contacts and
 * the clocks are generated, and so is what befalls each request.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = 1_800_000_000_000;

/** Times of contacts and the `Date` header are in whole seconds, and a response takes its time to arrive. */
const SAME_TIME_MS = 3 * SECOND + 100;

interface Service {
	/** How it responds to a second contact with the same email. */
	duplicate: 'taken' | 'serverError' | 'existing' | 'allowed';
	/** How far this machine's clock is from the service's. */
	skewMs: number;
}

/** What befalls a create: when the service acts, and which response arrives. */
interface Event {
	acts: 'before' | 'never' | 'after the first look-up' | 'minutes later';
	result: 'ok' | 'reset' | 502 | 503 | 504 | 500 | 'text' | 'timeout' | 'late reset';
	tookMs: number;
}

/** An item, and what others do to its email. */
interface Item {
	email: string;
	/** How long before the item somebody else made a contact with its email. */
	existsForMs?: number;
	/** During which of its creates somebody else makes one. */
	overtakenDuring?: number;
	/** What that contact, and the one that exists, have beside the email. */
	other: Values;
	/** What befalls its requests; all later ones succeed. */
	events: Event[];
	/** The look-ups that are refused, by their number. */
	refusedLookUps: number[];
	/** How long after the one before it starts. */
	afterMs: number;
}

/** What an item sends beside its email, or the contact of somebody else has. */
interface Values {
	name: string;
	city?: string;
}

const SENT: Values = { name: 'Ann', city: 'Paris' };

interface Contact extends Values {
	id: number;
	email: string;
	/** When it was made, on the monotonic clock. */
	madeAt: number;
	/** The item that made it; undefined if it was somebody else. */
	by?: number;
}

/** What has become of an item. */
interface End {
	result: IDataObject | Failure;
	isRed: boolean;
	/** Whether a create of this try, or one before that is still open, had no clear response. */
	isLost: boolean;
	/** Whether the text or the verdict says that it may have been carried out. */
	hasDoubt: boolean;
	firstSentAt: number;
	endedAt: number;
	/** Whether a look-up has shown a contact with its email. */
	isInHand: boolean;
	/** Whether its last request was a look-up. */
	isLookedUp: boolean;
	/** Whether one of its requests met a 500. */
	metServerError: boolean;
}

/** The clocks and the contacts of one run. */
class World {
	now = 0;
	readonly contacts: Contact[] = [];
	private readonly plans: Array<{ at: number; act: () => void }> = [];

	constructor(private readonly service: Service) {}

	pass(ms: number): void {
		this.now += ms;
		for (const plan of this.plans.filter(({ at }) => at <= this.now)) {
			this.plans.splice(this.plans.indexOf(plan), 1);
			plan.act();
		}
	}

	later(ms: number, act: () => void): void {
		this.plans.push({ at: this.now + ms, act });
	}

	having(email: string): Contact[] {
		return this.contacts.filter((contact) => contact.email === email);
	}

	add(email: string, madeAt: number, values: Values, by?: number): Contact {
		const contact = { id: this.contacts.length + 1, email, ...values, madeAt, by };
		this.contacts.push(contact);
		return contact;
	}

	/** What the service does with a create, and how it would respond. */
	create(email: string, by: number): Response {
		const { duplicate } = this.service;
		const [existing] = this.having(email);
		if (!existing || duplicate === 'allowed') return this.ok(this.add(email, this.now, SENT, by));
		if (duplicate === 'existing') return this.ok(existing);
		if (duplicate === 'serverError') return response(500, { error: 'Internal' });
		return response(422, { message: 'Email has already been taken', attributes: ['email'] });
	}

	filter(email: string): Response {
		return response(200, { payload: this.having(email).map((one) => this.shape(one)) });
	}

	private ok(contact: Contact): Response {
		return response(200, { payload: { contact: this.shape(contact) } });
	}

	private shape({ id, email, name, city, madeAt }: Contact): IDataObject {
		const created_at = Math.floor((START + madeAt) / 1000);
		const unsent = { phone_number: null, blocked: false, custom_attributes: {} };
		return { id, email, name, ...unsent, additional_attributes: { city }, created_at };
	}
}

/** The response to an event, after the service has acted or not. */
function arriving({ result }: Event, own: Response | undefined): Response | Fault {
	if (result === 'ok') return own ?? response(403);
	if (result === 'text') return response(200, 'OK');
	if (result === 'timeout') return fault('ECONNABORTED', 'timeout of 300000ms exceeded');
	if (typeof result === 'number') return response(result);
	return fault('ECONNRESET', 'socket hang up');
}

/** Plays the items of a run one after the other, and the failed ones again, as Retry On Fail does. */
async function play(
	service: Service,
	items: Item[],
	continues: boolean,
	tries: number,
): Promise<{ ends: End[]; world: World }> {
	const world = new World(service);
	jest.spyOn(performance, 'now').mockImplementation(() => world.now);
	jest.spyOn(Date, 'now').mockImplementation(() => START + world.now + service.skewMs);
	const states = new ItemStates();
	const ends: End[] = [];
	for (const { email, existsForMs, other } of items) {
		if (existsForMs !== undefined) world.add(email, world.now - existsForMs, other);
	}
	for (let number = 0; number < tries; number++) {
		for (const [index, item] of items.entries()) {
			if (ends[index] && !ends[index].isRed) continue;
			world.pass(item.afterMs);
			ends[index] = await deliver(index, item, ends[index]);
		}
	}
	// What a service still works on is done in the end.
	world.pass(HOUR);
	jest.restoreAllMocks();
	return { ends, world };

	async function deliver(index: number, item: Item, earlier?: End): Promise<End> {
		const events = earlier ? [] : [...item.events];
		const { url } = createContact.endpoint;
		let lookUps = 0;
		let creates = 0;
		const end = {
			// Unless the try before has proved that it was not carried out.
			isLost: states.isUnclear(index),
			isInHand: false,
			isLookedUp: false,
			metServerError: earlier?.metServerError ?? false,
			firstSentAt: earlier?.firstSentAt ?? NaN,
		};
		const post = (): [Response | Fault, number] => {
			const event = events.shift() ?? { acts: 'before', result: 'ok', tookMs: 100 };
			if (Number.isNaN(end.firstSentAt)) end.firstSentAt = world.now;
			world.pass(event.tookMs / 2);
			const isOvertaken = creates++ === item.overtakenDuring;
			if (isOvertaken && world.having(item.email).length === 0)
				world.add(item.email, world.now, item.other);
			const act = () => world.create(item.email, index);
			const own = event.acts === 'before' ? act() : undefined;
			if (event.acts === 'after the first look-up') world.later(event.tookMs / 2 + 2 * SECOND, act);
			if (event.acts === 'minutes later') world.later(10 * MINUTE, act);
			world.pass(event.tookMs / 2);
			return [arriving(event, own), event.tookMs];
		};
		const filter = (): [Response, number] => {
			world.pass(100);
			if (item.refusedLookUps.includes(lookUps++)) return [response(403), 100];
			end.isInHand ||= world.having(item.email).length > 0;
			return [world.filter(item.email), 100];
		};
		const permit = new ImmediatePermit(
			(request) => {
				const sentAt = world.now;
				const isCreate = request.url === url;
				const [received, tookMs] = isCreate ? post() : filter();
				const attempt = toAttempt(received, sentAt, tookMs);
				end.isLookedUp = !isCreate;
				if (isCreate && (checkResponse(received, createContact)?.unclear ?? false))
					end.isLost = true;
				if (isCreate && attempt.outcome === 'serverError') end.metServerError = true;
				return attempt;
			},
			(waitMs = 0) => world.pass(waitMs),
		);
		const giveUpLimits = { maxRetries: 2, maxRateLimitWaitMs: 5 * MINUTE };
		const run = { giveUpLimits, items: states };
		const { name, city } = SENT;
		const unsent = { phone_number: undefined, blocked: undefined, custom_attributes: undefined };
		const fields = { name, email: item.email, ...unsent, additional_attributes: { city } };
		const request = { ...createContact.endpoint, lookUp: lookUpOf(fields, continues) };
		const delivery = new Delivery(request, createContact, permit, run, index);
		try {
			const { records } = await delivery.deliver();
			states.succeed(index, [{ json: records[0] }], true);
			return { ...end, endedAt: world.now, result: records[0], isRed: false, hasDoubt: false };
		} catch (error) {
			const failure = error as Failure;
			const hasDoubt = failure.unclear || states.isUnclear(index);
			return { ...end, endedAt: world.now, result: failure, isRed: true, hasDoubt };
		}
	}
}

const service: fc.Arbitrary<Service> = fc.record({
	duplicate: fc.constantFrom('taken', 'serverError', 'existing', 'allowed'),
	skewMs: fc.constantFrom(
		0,
		0,
		0,
		-5 * MINUTE,
		-10 * SECOND,
		SECOND,
		5 * MINUTE,
		-2 * HOUR,
		2 * HOUR,
	),
});

const quickly = fc.integer({ min: 20, max: 900 });
const slowly = fc.integer({ min: 1_000, max: 60_000 });
const acts = fc.constantFrom<Event['acts']>('before', 'never');
/** A service that drops a connection at once is done; one that takes long may still be at work. */
const event = fc.oneof<Array<fc.Arbitrary<Event>>>(
	fc.record({
		acts: fc.constant('before' as const),
		result: fc.constant('ok' as const),
		tookMs: quickly,
	}),
	fc.record({
		acts,
		result: fc.constantFrom<Event['result']>('reset', 502, 503, 500, 'text'),
		tookMs: quickly,
	}),
	fc.record({
		acts: fc.constantFrom<Event['acts']>(
			'before',
			'never',
			'after the first look-up',
			'minutes later',
		),
		result: fc.constantFrom<Event['result']>(504, 'timeout', 'late reset'),
		tookMs: slowly,
	}),
);

const item: fc.Arbitrary<Item> = fc.record({
	email: fc.constantFrom('ann', 'bo', 'cy', 'di').map((name) => `${name}@b.example`),
	existsForMs: fc.option(fc.constantFrom(SECOND, 10 * SECOND, 10 * MINUTE, 3 * HOUR, 1000 * HOUR), {
		nil: undefined,
		freq: 2,
	}),
	overtakenDuring: fc.option(fc.nat(1), { nil: undefined, freq: 2 }),
	other: fc.constantFrom(
		SENT,
		{ ...SENT, name: 'Eve' },
		{ ...SENT, city: 'Rome' },
		{ name: 'Ann' },
	),
	events: fc.array(event, { maxLength: 3 }),
	refusedLookUps: fc.array(fc.nat(3), { maxLength: 1 }),
	afterMs: fc.constantFrom(0, 0, 200, 5 * MINUTE),
});

const situation = fc.record({
	service,
	items: fc.array(item, { minLength: 1, maxLength: 4 }),
	continues: fc.boolean(),
	tries: fc.constantFrom(1, 2),
});

/** Holds a law for each item of generated runs. */
async function forEachItem(
	law: (
		end: End,
		index: number,
		about: { service: Service; items: Item[]; continues: boolean; world: World; ends: End[] },
	) => void,
): Promise<void> {
	await fc.assert(
		fc.asyncProperty(situation, async ({ service, items, continues, tries }) => {
			const { ends, world } = await play(service, items, continues, tries);
			ends.forEach((end, index) => law(end, index, { service, items, continues, world, ends }));
		}),
		{ numRuns: 300 },
	);
}

function contactOf(end: End, world: World): Contact | undefined {
	return world.contacts.find(({ id }) => id === (end.result as IDataObject).id);
}

/** The contact of somebody else, or of another item, that an item returns as created. */
function otherThatCountsAsNew(end: End, index: number, world: World): Contact | undefined {
	const contact = end.isRed ? undefined : contactOf(end, world);
	return (end.result as IDataObject).created === true && contact?.by !== index
		? contact
		: undefined;
}

/** How far the clock of the contacts is ahead of the clock of this machine. */
function aheadMs({ skewMs }: Service): number {
	return -skewMs;
}

describe('a create whose responses may be lost', () => {
	it('is never carried out twice', async () => {
		await forEachItem((_end, index, { world }) => {
			expect(world.contacts.filter(({ by }) => by === index).length).toBeLessThanOrEqual(1);
		});
	});

	it('never succeeds without its record', async () => {
		await forEachItem((end, index, { items, world }) => {
			if (!end.isRed) expect(contactOf(end, world)).toMatchObject({ email: items[index].email });
		});
	});

	it('never takes a contact for its own that the clocks show as older or as newer', async () => {
		await forEachItem((end, index, { service, world }) => {
			const contact = otherThatCountsAsNew(end, index, world);
			// A service that answers a duplicate with 200 is not seen through.
			if (!contact || !end.isLookedUp) return;
			const madeAt = contact.madeAt + aheadMs(service);
			expect(end.firstSentAt - madeAt).toBeLessThan(SAME_TIME_MS);
			expect(madeAt - end.endedAt).toBeLessThan(SAME_TIME_MS);
		});
	});

	it('never takes a contact that a look-up finds for its own if a sent value has not arrived', async () => {
		await forEachItem((end, index, { world }) => {
			const contact = otherThatCountsAsNew(end, index, world);
			if (contact && end.isLookedUp) expect(contact).toMatchObject(SENT);
		});
	});

	it('is never the second one that claims to have made the contact', async () => {
		await forEachItem((_end, _index, { ends }) => {
			const made = ends.filter(({ isRed, result }) => !isRed && (result as IDataObject).created);
			const ids = made.map(({ result }) => (result as IDataObject).id);
			expect(new Set(ids).size).toBe(ids.length);
		});
	});

	it('never takes its contact in a clear 2xx for an older one', async () => {
		await forEachItem((end, index, { items, world }) => {
			if (end.isRed || items[index].events.some(({ result }) => result !== 'ok')) return;
			if (contactOf(end, world)?.by === index) expect(end.result).toMatchObject({ created: true });
		});
	});

	it('never fails without the doubt if it was carried out, or if it met a contact after a lost response', async () => {
		await forEachItem((end, index, { service, items, world }) => {
			// Clocks that differ by more may show its contact as clearly older.
			if (!end.isRed || Math.abs(service.skewMs) > 10 * MINUTE) return;
			const isMade = world.contacts.some(({ by }) => by === index);
			const { description } = end.result as Failure;
			if (isMade) expect(end.hasDoubt).toBe(true);
			// All of them may be clearly older.
			const others = world.having(items[index].email);
			const isOld = others.every(({ madeAt }) => end.firstSentAt - madeAt > 5 * MINUTE);
			if (end.isLost && !isOld && description.includes('belongs to contact')) {
				expect(end.hasDoubt).toBe(true);
				expect(description).toContain('This request may have created the contact.');
			}
		});
	});

	it('succeeds with Continue whenever a look-up has shown the contact', async () => {
		await forEachItem((end, _index, { continues }) => {
			if (continues && end.isInHand) expect(end.isRed).toBe(false);
		});
	});

	it('succeeds with Fail if its clock is right', async () => {
		await forEachItem((end, index, { service, items, world }) => {
			const { events } = items[index];
			const isLost = events[0]?.acts === 'before' && events[0].result !== 'ok';
			const [contact, ...others] = world.having(items[index].email);
			if (!isLost || contact?.by !== index || others.length > 0) return;
			if (aheadMs(service) === 0 && end.isInHand && !end.metServerError)
				expect(end.result).toMatchObject({ id: contact.id, created: true });
		});
	});
});
