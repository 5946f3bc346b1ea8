import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/core/base/errors.ts';
import type { JsonObject } from '../../../src/core/base/json.ts';
import type { Session } from '../../../src/core/session/driver/session.ts';
import type { SessionBackend, TerminalExit } from '../../../src/core/session/model/sessionTarget.ts';
import type { Recording } from '../core/acp/support.ts';
import { asObject } from './replayAgent.ts';

/** Files and terminals that answer what the recorded client answered, in its order. */
export function recordedBackend(recording: Recording, session: Session): SessionBackend {
	const { take, has } = answersOf(recording);
	const killed = Promise.withResolvers<JsonObject>();
	const exits = new Map<string, TerminalExit>();
	const told = new Map<string, string>();
	return {
		files: {
			readTextFile: async (path) => {
				const answer = take('fs/read_text_file');
				if ('code' in answer) throw refused(answer, path);
				const content = String(answer['content']);
				// The recorded client said so of a missing file; ours has a quirk for that.
				if (content === '') throw new ServiceError('notFound', `${path} does not exist.`, path);
				return content;
			},
			writeTextFile: async (path) => {
				const answer = take('fs/write_text_file');
				if ('code' in answer) throw refused(answer, path);
			},
		},
		terminals: {
			create: async ({ command, cwd }) => {
				const terminalId = String(take('terminal/create')['terminalId']);
				const place = cwd === undefined ? {} : { cwd };
				session.dispatch({ type: 'terminal_created', terminalId, label: command, ...place });
				return terminalId;
			},
			waitForExit: async (terminalId) => {
				const { exitCode, signal } = has('terminal/wait_for_exit')
					? take('terminal/wait_for_exit')
					: await killed.promise;
				const exit = {
					exitCode: typeof exitCode === 'number' ? exitCode : null,
					signal: typeof signal === 'string' ? signal : null,
				};
				exits.set(terminalId, exit);
				session.dispatch({ type: 'own_terminal_exited', terminalId, ...exit });
				return exit;
			},
			output: (terminalId) => {
				const { output, truncated } = take('terminal/output');
				const exit = exits.get(terminalId);
				const isTruncated = truncated === true;
				// The recording has all there is each time; a session hears what is new.
				const data = String(output).slice(told.get(terminalId)?.length ?? 0);
				assert.ok(String(output).startsWith(told.get(terminalId) ?? ''));
				told.set(terminalId, String(output));
				if (data !== '') session.dispatch({ type: 'own_terminal_output', terminalId, data });
				const shown = { output: String(output), isTruncated };
				return { ...shown, ...(exit === undefined ? {} : { exit }) };
			},
			kill: () => void take('terminal/kill'),
			release: () => void take('terminal/release'),
		},
		refuseWaiting: () => undefined,
		killCommands: () => killed.resolve({ exitCode: null, signal: 'SIGTERM' }),
		releaseCommands: () => killed.resolve({ exitCode: null, signal: 'SIGTERM' }),
		dispose: () => killed.resolve({ exitCode: null, signal: 'SIGTERM' }),
	};
}

/** `take` gives the next recorded answer to a method of the client. */
function answersOf({ messages }: Recording): {
	take: (method: string) => JsonObject;
	has: (method: string) => boolean;
} {
	const methods = new Map<unknown, string>();
	const answers = new Map<string, JsonObject[]>();
	for (const { dir, msg } of messages) {
		const { id, method } = msg;
		if (dir === 'in' && typeof method === 'string') methods.set(id, method);
		if (dir !== 'out' || method !== undefined) continue;
		const asked = methods.get(id) ?? '';
		answers.set(asked, [...(answers.get(asked) ?? []), asObject(msg['result'] ?? msg['error'])]);
	}
	const take = (method: string): JsonObject => {
		const answer = answers.get(method)?.shift();
		if (answer === undefined) throw new Error(`The recorded client was not asked for ${method} (so often).`);
		return answer;
	};
	return { take, has: (method) => (answers.get(method)?.length ?? 0) > 0 };
}

/** What the recorded client refused, ours refuses for the same reason. */
function refused({ code, message }: JsonObject, path: string): ServiceError {
	return new ServiceError(code === -32_002 ? 'notFound' : 'failed', String(message), path);
}
