import type { NodeHint } from 'n8n-workflow';

/**
 * n8n's picker shows no time zone, so a user takes a picked time for the local one. Zones are compared by their
 * offsets at that time, because one zone has several names.
 */
export const otherZoneHint: NodeHint = {
	message:
		"The workflow's time zone differs from your computer's, so 'New Time' isn't in your local time. To change it, open the workflow's menu (the three dots), then Settings, then Timezone.",
	type: 'warning',
	location: 'outputPane',
	// A time without an offset is a text of digits. An expression starts with an equals sign.
	displayCondition:
		'={{ $parameter.operation === "reschedule" && /^[\\d-]+[T ][\\d:.]+$/.test($rawParameter.appointmentAt) && [DateTime.fromISO($rawParameter.appointmentAt.replace(" ", "T"))].some((time) => time.isValid && time.offset !== time.setZone("system").offset) }}',
};
