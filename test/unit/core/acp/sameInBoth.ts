/** Updates that both versions have in the same words, every field filled in. */

export const text = {
	type: 'text',
	text: 'x',
	annotations: { audience: ['user'], priority: 1, lastModified: 'then' },
};
/** Of a plan. */
export const entries = [{ content: 'Read', priority: 'high', status: 'completed' }];

/** The `update` of `session/update` of these kinds, by kind. */
export const sameInBoth = {
	plan_update: { plan: { type: 'items', planId: 'p', entries } },
	plan_removed: { planId: 'p' },
	session_info_update: { title: 'Title', updatedAt: '2026-01-02T03:04:05Z' },
	usage_update: { used: 1, size: 2, cost: { amount: 0.5, currency: 'USD' } },
	notice: { severity: 'info', title: 'N', description: 'd' },
	compaction_update: { compactionId: 'k', status: 'completed', summary: [text], error: null },
	compaction_summary_chunk: { compactionId: 'k', content: text },
	session_message_chunk: { messageId: 's', content: text },
};
