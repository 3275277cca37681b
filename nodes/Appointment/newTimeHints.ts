import type { NodeHint } from 'n8n-workflow';

/**
 * n8n's picker shows no time zone, so a user takes a picked time for the local one. Zones are compared by their
 * offsets at that time, because one zone has several names. n8n evaluates no expression in a message, so only the
 * output can show the hour that is sent.
 */
const otherZoneHint: NodeHint = {
	message:
		"The workflow's time zone differs from your computer's, so 'New Time' isn't in your local time. 'appointment_at_local' in the output shows the hour and the zone that are sent. To change the zone, open the workflow's menu (the three dots), then Settings, then Timezone.",
	type: 'warning',
	location: 'outputPane',
	// A time without an offset is a text of digits. An expression starts with an equals sign.
	displayCondition:
		'={{ $parameter.operation === "reschedule" && /^[\\d-]+[T ][\\d:.]+$/.test($rawParameter.appointmentAt) && [DateTime.fromISO($rawParameter.appointmentAt.replace(" ", "T"))].some((time) => time.isValid && time.offset !== time.setZone("system").offset) }}',
};

/** An appointment that was missed may be moved to a time of the past, so it is no error. */
const pastHint: NodeHint = {
	message: "'New Time' is in the past. Check its day and hour.",
	type: 'warning',
	location: 'outputPane',
	displayCondition:
		'={{ $parameter.operation === "reschedule" && DateTime.fromISO(String($parameter.appointmentAt).replace(" ", "T")) < $now }}',
};

/** The warnings about a new time that the user may not have meant. */
export const newTimeHints = [otherZoneHint, pastHint];
