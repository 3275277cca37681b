/** An error of a command, which tells the user what to do. It is shown without a stack trace. */
export class CommandError extends Error {}
