import type { Dialect } from '../dialect';
import type { DialectName } from '../settings';
import { documented } from './documented';
import { upstream } from './upstream';

export const DIALECTS: Record<DialectName, Dialect> = { documented, upstream };
