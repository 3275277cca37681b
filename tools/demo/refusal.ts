/** Why the demo can't go on, in one line that tells the user what to do. */
export class Refusal extends Error {}
