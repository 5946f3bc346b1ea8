import { toError } from '../../core/base/errors.ts';
import { nameOf } from '../files.ts';
import { textContent, type Turn } from '../turn.ts';

/** Lines of a file that the tool call shows. */
const shownLines = 12;

/** Reads a file through the client, as a tool call. Undefined when that did not work; the turn has said why. */
export async function readFile(turn: Turn, path: string): Promise<string | undefined> {
	if (!turn.client.canRead) {
		await turn.say('This client does not offer `fs/read_text_file`, so I go on without reading a file.\n\n');
		return undefined;
	}
	const toolCallId = await turn.startTool({
		title: `Read ${nameOf(path)}`,
		kind: 'read',
		status: 'in_progress',
		locations: [{ path, line: 1 }],
		rawInput: { path },
	});
	try {
		const { content } = await turn.until(turn.client.readTextFile({ sessionId: turn.session.id, path }));
		const lines = content.split(/\r?\n/);
		await turn.updateTool(toolCallId, {
			status: 'completed',
			content: [textContent(excerpt(lines))],
			rawOutput: { lines: lines.length, characters: content.length },
		});
		return content;
	} catch (error) {
		turn.signal.throwIfAborted();
		await turn.updateTool(toolCallId, { status: 'failed', content: [textContent(toError(error).message)] });
		return undefined;
	}
}

function excerpt(lines: string[]): string {
	const shown = lines.slice(0, shownLines).join('\n');
	const rest = lines.length - shownLines;
	// Four backticks: the file may hold fences of its own.
	return `\`\`\`\`\n${shown}\n\`\`\`\`${rest > 0 ? `\n… and ${rest} more lines` : ''}`;
}
