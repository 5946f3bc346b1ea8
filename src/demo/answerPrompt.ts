/** From a prompt to its stop reason: what every turn does around its script. */
import { randomUUID } from 'node:crypto';
import type { ContentBlock, PromptResponse } from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import type { Account } from './account.ts';
import { describeAttachments } from './attachments.ts';
import { chooseScript, textOf } from './scriptList.ts';
import type { Turn } from './turn.ts';

const titleLength = 60;

/** A cancelled turn is answered `cancelled`, whatever error the cancel made on its way. */
export async function answerPrompt(turn: Turn, account: Account): Promise<PromptResponse> {
	const { script, args } = chooseScript(turn.prompt);
	// Before anything is recorded: the client sends the same prompt again after the login.
	if (script.needsLogin && !account.isLoggedIn) {
		throw new WireError(errorCodes.authRequired, 'Log in to the demo account to go on');
	}
	recordPrompt(turn);
	try {
		await nameSession(turn);
		await acknowledge(turn);
		const stopReason = (await script.run(turn, args)) ?? 'end_turn';
		await sayUsage(turn);
		return { stopReason };
	} catch (error) {
		if (!turn.signal.aborted) throw error;
		await sendUsage(turn);
		return { stopReason: 'cancelled' };
	}
}

/** The client has shown what the user typed already; only a replay needs it from us. */
function recordPrompt(turn: Turn): void {
	const messageId = randomUUID();
	for (const content of turn.prompt as ContentBlock[]) {
		turn.session.transcript.record({ sessionUpdate: 'user_message_chunk', messageId, content });
	}
}

/** The first prompt becomes the title of its session. */
async function nameSession(turn: Turn): Promise<void> {
	const text = textOf(turn.prompt).replaceAll(/\s+/g, ' ');
	if (turn.session.isTitled || text === '') return;
	turn.session.isTitled = true;
	const title = text.length > titleLength ? `${text.slice(0, titleLength - 1)}…` : text;
	await turn.send({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() });
}

async function acknowledge(turn: Turn): Promise<void> {
	const lines = describeAttachments(turn.prompt);
	if (lines.length > 0) await turn.say(`${lines.join('\n')}\n\n`);
}

async function sayUsage(turn: Turn): Promise<void> {
	const { options, usage } = turn.session;
	await sendUsage(turn);
	if (options.isVerbose) await turn.say(`\n\n*${options.summary}; ${usage.used} tokens in context.*`);
}

/** A cancelled turn has cost something as well. */
async function sendUsage(turn: Turn): Promise<void> {
	const { session } = turn;
	if (session.isClosed) return;
	session.transcript.flush();
	const update = session.usage.countTurn();
	session.transcript.record(update);
	await turn.sendOnly(update);
	await turn.sendOnly({ sessionUpdate: 'session_info_update', updatedAt: new Date().toISOString() });
}
