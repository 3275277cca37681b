import { build } from '../tools/upToDate.mjs';

/** Brings the build up to date before tests that run it. */
export default build;
