import type { Call } from './operation';
import { found, rejection } from './rejection';
import type { State } from './seed';

/**
 * Finds the appointment in the path.
 *
 * @param verb what the operation does, for the error message
 * @throws Rejection if the appointment doesn't exist or isn't pending
 */
export function pendingAppointment(
	{ state, id }: Call,
	verb: string,
): State['appointments'][number] {
	const appointment = found(state.appointments, id, 'Appointment');
	if (appointment.status === 'pending') return appointment;
	const message = `Cannot ${verb} appointment. Current status: ${appointment.status}`;
	throw rejection('unprocessable', message, 'status');
}
