/** The ways to do a job, as the tables call them. */
export const OWN = 'This package';
export const OWN_20 = 'This package, 20 at a time';
export const HTTP_REQUEST = 'HTTP Request node';
export const BARE = 'Bare declarative node';
export const BARE_UNREAD = 'Bare, reads no parameter';
export const AXIOS = 'axios alone';
