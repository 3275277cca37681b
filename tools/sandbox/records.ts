/** A record or a part of one. Field names are those of the contract (section 2). */
export type JsonObject = Record<string, unknown>;
