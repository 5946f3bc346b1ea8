/** The 14 moments at which an agent can die, and the six ways: scripts for the fake agent. */
import type { FakeAgentScript, JsonObject, Step } from '../agents/fakeAgentScript.ts';

export type KillKind = 'exit 0' | 'exit 1' | 'SIGKILL' | 'SIGSEGV' | 'stdout closed' | 'stdin closed';

export const killKinds: readonly KillKind[] = [
	'exit 0',
	'exit 1',
	'SIGKILL',
	'SIGSEGV',
	'stdout closed',
	'stdin closed',
];

/** The last words on stderr of an agent that dies. */
export const lastWords = 'the end is near';

export interface KillStage {
	readonly name: string;
	readonly script: (dying: readonly Step[]) => FakeAgentScript;
	/** The session is loaded, not made. */
	readonly isLoaded?: boolean;
	/** The user presses Stop when the turn has begun. */
	readonly isStopped?: boolean;
	/** The agent dies before there is a session: the prompt cannot go out. */
	readonly isOpening?: boolean;
	/** The turn has ended well before. */
	readonly isIdle?: boolean;
}

const update = (sessionUpdate: string, rest: JsonObject): Step => ({ update: { sessionUpdate, ...rest } });
const toolCall = update('tool_call', {
	toolCallId: 'call',
	title: 'Build',
	kind: 'execute',
	status: 'in_progress',
});
const inPrompt =
	(...before: readonly Step[]) =>
	(dying: readonly Step[]): FakeAgentScript => ({
		ignoreCancel: true,
		on: { 'session/prompt': [{ text: 'Let me see. ' }, ...before, ...dying] },
	});
const asks = (method: string, params: JsonObject): Step => ({
	request: { method, params: { sessionId: '$session', ...params } },
	isAsync: true,
});
const permission = asks('session/request_permission', {
	toolCall: { toolCallId: 'call', title: 'Build', kind: 'execute', status: 'pending' },
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
});
/** A message of which only the first bytes come, up to the middle of an "é". */
const halfCharacter = Buffer.from(
	'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"fake-1","update":{"content":{"text":"é',
)
	.subarray(0, -1)
	.toString('base64');

export const killStages: readonly KillStage[] = [
	{ name: 'before it reads initialize', isOpening: true, script: (dying) => ({ start: dying }) },
	{
		name: 'when it got initialize',
		isOpening: true,
		script: (dying) => ({ on: { initialize: dying } }),
	},
	{
		name: 'half a response line',
		isOpening: true,
		script: (dying) => ({
			on: { initialize: [{ raw: '{"jsonrpc":"2.0","id":0,"result":{"proto' }, ...dying] },
		}),
	},
	{
		name: 'after the answer to session/new',
		script: (dying) => ({ on: { 'session/new': [{ respond: '$default' }, ...dying] } }),
	},
	{
		name: 'silent in a turn',
		script: (dying) => ({ ignoreCancel: true, on: { 'session/prompt': dying } }),
	},
	{ name: 'in the middle of a character', script: inPrompt({ raw: halfCharacter, isBase64: true }) },
	{ name: 'in a tool call', script: inPrompt(toolCall) },
	{ name: 'while it asks for permission', script: inPrompt(toolCall, permission) },
	{ name: 'while it reads a file', script: inPrompt(asks('fs/read_text_file', { path: '/work/a' })) },
	{
		name: 'while it writes a file',
		script: inPrompt(asks('fs/write_text_file', { path: '/work/a', content: 'x' })),
	},
	{
		name: 'after session/cancel',
		isStopped: true,
		script: (dying) => ({
			ignoreCancel: true,
			on: { 'session/prompt': [{ text: 'Let me see. ' }, { sleep: 600_000 }], 'session/cancel': dying },
		}),
	},
	{
		name: 'together with the answer to the prompt',
		isIdle: true,
		script: inPrompt({ respond: { stopReason: 'end_turn' } }),
	},
	{
		name: 'between two turns',
		isIdle: true,
		script: inPrompt({ respond: { stopReason: 'end_turn' } }, { sleep: 200 }),
	},
	{
		name: 'in the middle of the history',
		isLoaded: true,
		isOpening: true,
		script: (dying) => ({
			on: {
				'session/load': [
					update('user_message_chunk', { content: { type: 'text', text: 'before' } }),
					...dying,
				],
			},
		}),
	},
];

/** What an agent does to die in that way. One whose pipe alone is closed lives on, and does nothing. */
export function dyingIn(kind: KillKind): readonly Step[] {
	const words: Step = { stderr: `${lastWords}\n` };
	const living: Step = { sleep: 600_000 };
	switch (kind) {
		case 'exit 0':
			return [words, { die: { code: 0 } }];
		case 'exit 1':
			return [words, { die: { code: 1 } }];
		case 'SIGKILL':
		case 'SIGSEGV':
			return [words, { die: { signal: kind } }];
		case 'stdout closed':
			return [words, { closeStdout: true }, living];
		case 'stdin closed':
			return [{ closeStdin: true }, words, living];
	}
}
