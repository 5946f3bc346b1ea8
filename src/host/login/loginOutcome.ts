/** How a login ended. */
export type LoginOutcome =
	| { readonly type: 'done' }
	/** The user stopped it: that is no news to them. */
	| { readonly type: 'cancelled' }
	/** One sentence for the user. */
	| { readonly type: 'failed'; readonly message: string };
