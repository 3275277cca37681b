/** Why a command can't go on, in one line that tells the user what to do; shown without a stack. */
export class CommandError extends Error {}
