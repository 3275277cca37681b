/** A record or a part of one; field names are the contract's (section 2). */
export type JsonObject = Record<string, unknown>;
