import { json } from '../answer';
import { pendingAppointment } from '../appointments';
import type { Operation } from '../operation';

/** Contract 4.5. Works once: a completed appointment is not pending any more. */
export default {
	forUsersOnly: true,
	answer: (call) => {
		const appointment = pendingAppointment(call, 'complete');
		appointment.status = 'completed';
		return json(200, appointment);
	},
} satisfies Operation;
