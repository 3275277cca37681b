import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { response } from '../fixtures/responses';
import { runAll } from '../fixtures/runAll';

/** What the node says of an appointment that it moves to 10:07 in Berlin. */
async function localTime(stored: unknown): Promise<unknown> {
	const [[{ json }]] = await runAll(rescheduleAppointment, {
		parameters: { appointmentId: '7', appointmentAt: '2026-12-01T10:07:00', options: {} },
		items: [{}],
		respond: () => response(200, { id: 7, appointment_at: stored }),
	});
	return json.appointment_at_local;
}

it.each<[what: string, stored: unknown, time: string]>([
	['the time that the service has stored', '2026-12-01T09:15:00Z', '10:15'],
	['the stored time as a timestamp', 1_796_116_500, '10:15'],
	['the requested time if the service returns none', undefined, '10:07'],
	['the requested time if the stored one has no offset', '2026-12-01T09:15:00', '10:07'],
	['the requested time if the stored one is no time', 'soonZ', '10:07'],
])('shows in words %s', async (_what, stored, time) => {
	expect(await localTime(stored)).toBe(`Tue, 1 Dec 2026, ${time} (Europe/Berlin)`);
});
