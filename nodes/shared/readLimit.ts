import type { ReadParameter } from './parameters';
import { boolean, positiveInteger, required } from './values';

/** How many records the user wants: `returnAll` and `limit` as n8n users know them. */
export function readLimit(read: ReadParameter): number {
	return read('returnAll', boolean) ? Infinity : read('limit', required(positiveInteger));
}
