import type { ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk';
import { toError } from '../../core/base/errors.ts';
import { firstChangedLine } from '../files.ts';
import { textContent, type Turn } from '../turn.ts';
import { isAllowed } from './permission.ts';

/** A file before and after. `oldText` null means that the file is new. */
export interface FileChange {
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
}

type WriteOutcome = 'written' | 'rejected' | 'failed';

/** One tool call that shows the changes as diffs, asks once for all of them, and writes them through the client. */
export async function writeFiles(turn: Turn, title: string, changes: FileChange[]): Promise<WriteOutcome> {
	if (!turn.client.canWrite) {
		await turn.say('This client does not offer `fs/write_text_file`, so I leave the files alone.\n\n');
		return 'failed';
	}
	if (turn.session.isReadOnly) {
		await turn.say('The mode is **Read Only**, so I leave the files alone.\n\n');
		return 'failed';
	}
	const call = {
		title,
		kind: 'edit' as const,
		status: 'pending' as const,
		locations: changes.map(locationOf),
		content: changes.map(diffOf),
	};
	const toolCallId = await turn.startTool({ ...call, rawInput: { paths: changes.map(({ path }) => path) } });
	if (!(await isAllowed(turn, { toolCallId, ...call }))) {
		const reason = textContent('You rejected this change, so nothing was written.');
		await turn.updateTool(toolCallId, { status: 'failed', content: [...call.content, reason] });
		return 'rejected';
	}
	await turn.updateTool(toolCallId, { status: 'in_progress' });
	try {
		for (const { path, newText } of changes) {
			const params = { sessionId: turn.session.id, path, content: newText };
			await turn.until(turn.client.writeTextFile(params));
		}
	} catch (error) {
		turn.signal.throwIfAborted();
		const reason = textContent(`The file could not be written: ${toError(error).message}`);
		await turn.updateTool(toolCallId, { status: 'failed', content: [...call.content, reason] });
		return 'failed';
	}
	await turn.updateTool(toolCallId, { status: 'completed', rawOutput: { written: changes.length } });
	return 'written';
}

function locationOf({ path, oldText, newText }: FileChange): ToolCallLocation {
	return { path, line: firstChangedLine(oldText ?? '', newText) };
}

function diffOf({ path, oldText, newText }: FileChange): ToolCallContent {
	return { type: 'diff', path, oldText, newText };
}
