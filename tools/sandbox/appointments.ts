import type { Call } from './operation';
import { found, rejection } from './rejection';
import type { State } from './seed';

/** The appointment in the path, if it is still pending: `verb` says what was to be done with it. */
export function pendingAppointment(
	{ state, id }: Call,
	verb: string,
): State['appointments'][number] {
	const appointment = found(state.appointments, id, 'Appointment');
	if (appointment.status === 'pending') return appointment;
	const message = `Cannot ${verb} appointment. Current status: ${appointment.status}`;
	throw rejection('unprocessable', message, 'status');
}
