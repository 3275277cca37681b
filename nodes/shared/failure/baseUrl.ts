import { urlOf } from '../input/url';

/**
 * The Base URL to propose after one has failed. Undefined if the proposal can't work either, because it is
 * the same address, or asks for HTTPS at the port that has just answered without it.
 *
 * @param failed the Base URL that was used; blank if it is not known
 * @param hasAnswered whether a response arrived from it
 */
export function proposedBaseUrl(
	failed: string,
	proposal: string,
	hasAnswered: boolean,
): string | undefined {
	const [used, proposed] = [urlOf(failed), urlOf(proposal)];
	if (!used || !proposed) return proposal;
	const isSame = used.href === proposed.href;
	const isOtherScheme = used.host === proposed.host && used.protocol !== proposed.protocol;
	// Without a port in the address, the two schemes have different ports.
	const isAnswered = hasAnswered && isOtherScheme && used.port !== '';
	return isSame || isAnswered ? undefined : proposal;
}
