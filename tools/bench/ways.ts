/** The ways to do a job, as the tables call them. */
export const OWN = 'This package';
export const HTTP_REQUEST = 'HTTP Request node';
export const BATCHED = 'HTTP Request node, Batching';
export const BARE = 'Bare declarative node';
export const AXIOS = 'axios alone';
