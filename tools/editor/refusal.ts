/** A failure the user can mend. Its message is one clear line that is shown without a stack. */
export class Refusal extends Error {}
