/** The limits of the account that an agent works with: how much of each is used, and when it begins anew. */

export interface QuotaWindow {
	/** The agent's name of it, unique among its windows. */
	readonly id: string;
	/** How long it is, in hours. */
	readonly hours?: number;
	/** What it is for, such as a model; of one whose length is not known, its name. In the agent's words. */
	readonly label?: string;
	/** The share that is used, 1 for all; may be more. Absent where the agent does not say. */
	readonly used?: number;
	/** Epoch milliseconds. */
	readonly resetsAt?: number;
	/** What the agent says of it: nearly used up, or refused until it begins anew. */
	readonly warning?: 'near' | 'reached';
}
