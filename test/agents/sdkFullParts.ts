/** What the agents that answer everything, one of each version, have in common. */

/** The session that each of them opens. */
export const sessionId = 'full';

export const form = {
	type: 'object' as const,
	properties: { name: { type: 'string' as const, title: 'Name' } },
};

export const allowOrReject = [
	{ optionId: 'y', name: 'Yes', kind: 'allow_once' as const },
	{ optionId: 'n', name: 'No', kind: 'reject_once' as const },
];

export const modelChoice = (currentValue: string) => ({
	name: 'Model',
	category: 'model',
	type: 'select' as const,
	currentValue,
	options: [
		{ value: 'small', name: 'Small' },
		{ value: 'big', name: 'Big' },
	],
});

export const loggedIn = { state: 'authenticated' as const, accounts: [{ label: 'me', active: true }] };

export const providers = [{ providerId: 'p', supported: ['openai'], required: false }];

/** Two pages of sessions; the second one is titled by the cursor that asked for it. */
export const pageOfSessions = (cursor: string | null | undefined) => ({
	sessions: [{ sessionId: 'old', cwd: '/work', title: cursor ?? 'first', archived: true }],
	nextCursor: cursor === undefined ? 'more' : null,
});

export async function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** What a request was refused with. */
export function codeOf(error: unknown): { readonly code: unknown } {
	return { code: Reflect.get(Object(error), 'code') };
}
