import { json } from '../response';
import { pendingAppointment } from '../appointments';
import type { Operation } from '../operation';

/** Contract 4.5. It works once, because a completed appointment isn't pending any more. */
export default {
	forUsersOnly: true,
	isDescribedByVoxys: true,
	respond: (call) => {
		const appointment = pendingAppointment(call, 'complete');
		appointment.status = 'completed';
		return json(200, appointment);
	},
} satisfies Operation;
