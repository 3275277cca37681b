/**
 * What holds for every request of the nodes. All values are constants: the engine evaluates each
 * of them once per item, and an expression here would be paid for by every item.
 */
export const requestDefaults = {
	json: true,
	// The nodes read the service's own words from the body of any status.
	ignoreHttpStatusErrors: true,
	// The token goes to the address of the credential and nowhere else.
	disableFollowRedirect: true,
};
