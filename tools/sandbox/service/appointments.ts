import type { Appointment } from '../records';
import { notFound, refusal } from '../refusal';
import type { Call } from './call';

/** The appointment in the path, if it is still pending: `verb` says what was to be done with it. */
function pendingAppointment(call: Call, verb: string): Appointment {
	const appointment = call.state.appointments.find((candidate) => candidate.id === call.id);
	if (!appointment) throw notFound(`Appointment ${call.id}`);
	if (appointment.status !== 'pending') {
		throw refusal(
			'unprocessable',
			`Cannot ${verb} appointment. Current status: ${appointment.status}`,
			'status',
			'wrong_status',
		);
	}
	return appointment;
}

/** Contract 4.4. Only a pending appointment can be moved. */
export function appointmentReschedule(call: Call): Appointment {
	const appointment = pendingAppointment(call, 'reschedule');
	appointment.appointment_at = String(call.body.appointment_at);
	if (typeof call.body.notes === 'string') appointment.notes = call.body.notes;
	return appointment;
}

/** Contract 4.5. Works once: a completed appointment is not pending any more. */
export function appointmentComplete(call: Call): Appointment {
	const appointment = pendingAppointment(call, 'complete');
	appointment.status = 'completed';
	return appointment;
}
