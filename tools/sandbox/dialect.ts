import type { Answer } from './answer';
import type { OperationName } from './operations';
import type { Refusal } from './refusal';
import type { Call } from './service/call';
import type { Results } from './service';
import type { DialectName } from './settings';

/** Where the two dialects follow different rules, not only different shapes. */
export interface Traits {
	/** Contact search leaves out contacts that aren't resolved. */
	searchesResolvedOnly: boolean;
	/** `%` and `_` in a search key match anything, and identifiers match by case. */
	searchesWithWildcards: boolean;
	/** Blank search keys are let through and find nothing. */
	acceptsBlankSearch: boolean;
	/** `equal_to` and `not_equal_to` look at the first of the values only. */
	comparesFirstValueOnly: boolean;
	/** Operators each attribute takes are checked. */
	checksFilterOperators: boolean;
	/** Custom attributes must have a definition. */
	checksCustomAttributes: boolean;
	/** A text in the field avatar fails: only files are taken. */
	refusesAvatarText: boolean;
	/** The avatar at avatar_url is there at once, not fetched later. */
	showsAvatarUrl: boolean;
	/** A rule that does not exist is an internal error. */
	crashesOnUnknownRule: boolean;
	/** Stored query operators are in lower case. */
	lowersRuleOperators: boolean;
	/** Attributes and actions of rules are checked against the lists of the family. */
	checksRuleNames: boolean;
	/** A rate limit says when to come back, in the header Retry-After. */
	sendsRetryAfter: boolean;
	/** Operations only administrators may call. */
	administratorOnly: ReadonlySet<OperationName>;
}

/** Turns what an operation gave into an answer. */
export type Renderer = {
	[Name in OperationName]: (result: Results[Name], call: Call) => Answer;
};

/** How the service speaks: its rules, its shapes and its errors. */
export interface Dialect {
	name: DialectName;
	traits: Traits;
	render: Renderer;
	/** `operation` is null where the request was for none. */
	refuse: (refusal: Refusal, operation: OperationName | null) => Answer;
}
