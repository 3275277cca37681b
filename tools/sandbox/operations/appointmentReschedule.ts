import { json } from '../response';
import { pendingAppointment } from '../appointments';
import type { Operation } from '../operation';

/** Contract 4.4. Only a pending appointment can be moved. Upstream wraps the record in `payload`, Voxys doesn't. */
export default {
	forUsersOnly: true,
	isDescribedByVoxys: true,
	respond: (call) => {
		const appointment = pendingAppointment(call, 'reschedule');
		appointment.appointment_at = String(call.body.appointment_at);
		if (typeof call.body.notes === 'string') appointment.notes = call.body.notes;
		return json(200, call.upstream && !call.voxys ? { payload: appointment } : appointment);
	},
} satisfies Operation;
