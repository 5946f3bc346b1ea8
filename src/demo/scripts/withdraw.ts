import { errorCodes } from '../../core/acp/wire.ts';
import { permissionOptions } from '../actions/permission.ts';
import type { Script } from '../script.ts';
import { textContent } from '../turn.ts';

/** Chunks that could be streamed while the question is open. */
const openChunks = 75;

export const withdraw: Script = {
	name: 'withdraw',
	description: 'Asks for a permission and takes the question back after a moment',
	async run(turn) {
		const call = { title: 'A question that goes away', kind: 'other' as const, status: 'pending' as const };
		const toolCallId = await turn.startTool(call);
		const request = turn.client.requestPermission(
			{ sessionId: turn.session.id, toolCall: { toolCallId, ...call }, options: permissionOptions },
			AbortSignal.any([AbortSignal.timeout(Math.max(turn.pace * openChunks, 50)), turn.signal]),
		);
		const answer = await turn.until(request.then(({ outcome }) => outcome.outcome, ignoreCancelled));
		const text = answer === 'selected' ? 'You were faster than me.' : 'I took the question back.';
		await turn.updateTool(toolCallId, { status: 'completed', content: [textContent(text)] });
		await turn.say(text);
	},
};

/** A withdrawn request may be answered with an error as well as with the outcome `cancelled`. */
function ignoreCancelled(error: unknown): 'cancelled' {
	if (error instanceof Error && 'code' in error && error.code === errorCodes.requestCancelled)
		return 'cancelled';
	throw error;
}
