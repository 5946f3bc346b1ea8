import { ServiceError } from '../../../src/core/base/serviceError.ts';
import type { JsonObject } from '../../../src/core/acp/json.ts';
import type { Session, SessionBackend } from '../../../src/core/session/session.ts';
import type { TerminalExit } from '../../../src/core/session/ports.ts';
import type { Recording } from '../acp/support.ts';
import { asObject } from './replayAgent.ts';

/** Files and terminals that answer what the recorded client answered, in its order. */
export function recordedBackend(recording: Recording, session: Session): SessionBackend {
	const take = answersOf(recording);
	const exits = new Map<string, TerminalExit>();
	return {
		files: {
			readTextFile: async (path) => {
				const content = String(take('fs/read_text_file')['content']);
				// The recorded client said so of a missing file; ours has a quirk for that.
				if (content === '') throw new ServiceError('notFound', `${path} does not exist.`, path);
				return content;
			},
			writeTextFile: async () => void take('fs/write_text_file'),
		},
		terminals: {
			create: async ({ command, cwd }) => {
				const terminalId = String(take('terminal/create')['terminalId']);
				const place = cwd === undefined ? {} : { cwd };
				session.dispatch({ type: 'terminal_created', terminalId, label: command, ...place });
				return terminalId;
			},
			waitForExit: async (terminalId) => {
				const { exitCode, signal } = take('terminal/wait_for_exit');
				const exit = { exitCode: Number(exitCode), signal: typeof signal === 'string' ? signal : null };
				exits.set(terminalId, exit);
				session.dispatch({ type: 'terminal_exited', terminalId, ...exit });
				return exit;
			},
			output: (terminalId) => {
				const { output, truncated } = take('terminal/output');
				const exit = exits.get(terminalId);
				session.dispatch({ type: 'terminal_output', terminalId, data: String(output) });
				const shown = { output: String(output), isTruncated: truncated === true };
				return { ...shown, ...(exit === undefined ? {} : { exit }) };
			},
			kill: () => void take('terminal/kill'),
			release: () => void take('terminal/release'),
		},
		killCommands: () => undefined,
		dispose: () => undefined,
	};
}

/** @returns gives the next recorded answer to a method of the client */
function answersOf({ messages }: Recording): (method: string) => JsonObject {
	const methods = new Map<unknown, string>();
	const answers = new Map<string, JsonObject[]>();
	for (const { dir, msg } of messages) {
		const { id, method } = msg;
		if (dir === 'in' && typeof method === 'string') methods.set(id, method);
		if (dir !== 'out' || method !== undefined) continue;
		const asked = methods.get(id) ?? '';
		answers.set(asked, [...(answers.get(asked) ?? []), asObject(msg['result'])]);
	}
	return (method) => {
		const answer = answers.get(method)?.shift();
		if (answer === undefined) throw new Error(`The recorded client was not asked for ${method} (so often).`);
		return answer;
	};
}
