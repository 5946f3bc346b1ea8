/** What is taken out of a conversation before it is written down, and what must not be. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { everything } from '../../session/log/logRig.ts';
import { chunk, prompt } from '../../session/play.ts';
import { keptSession, reopened, storeFolder } from './storeRig.ts';

/** Every file of the folder as one text. */
function allText(folder: string): string {
	return readdirSync(folder)
		.map((name) => readFileSync(path.join(folder, name), 'utf8'))
		.join('\n');
}

describe('a conversation on the disk', () => {
	it('holds no secret that comes in two pieces, with a pause between them [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder, { secrets: ['correct-horse-battery'] });
		play(prompt('go'), { type: 'terminal_output', terminalId: 'x1', data: 'go\n' });
		for (const piece of ['it is correct-horse', '-battery, and ghp_0123456', '789abcdef.']) {
			await log.flush();
			play(chunk(piece), { type: 'terminal_output', terminalId: 'x1', data: piece });
		}
		await log.end();
		const { terminals = [], entries = [] } = (await keptSession(folder).log.restore()) ?? {};
		assert.match(allText(folder), /it is \[redacted\], and \[redacted\]\./u);
		assert.doesNotMatch(JSON.stringify([terminals, entries]), /correct-horse|battery|ghp_|789abc/u);
		assert.doesNotMatch(allText(folder), /-battery|789abc/u);
	});

	it('holds no secret that the agent was given after the first write [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const secrets: string[] = [];
		const { log, play } = keptSession(folder, { secrets });
		play({ type: 'agent_state', agent: { type: 'ready' } }, prompt('go'));
		await log.flush();
		secrets.push('correct-horse-battery');
		play({ type: 'agent_state', agent: { type: 'starting', since: 1 } });
		play({ type: 'agent_state', agent: { type: 'ready' } }, chunk('it is correct-horse-battery'));
		await log.flush();
		// Taken from the agent again, it is a secret still.
		secrets.pop();
		play({ type: 'agent_state', agent: { type: 'starting', since: 2 } });
		play({ type: 'agent_state', agent: { type: 'ready' } }, prompt('is it correct-horse-battery?'));
		await log.end();
		assert.match(allText(folder), /is it \[redacted\]/u);
		assert.doesNotMatch(allText(folder), /correct-horse/u);
	});

	it('is whole when the environment holds words of its own shape [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const secrets = ['text', 'info', 'user', 'read', 'error', 'entry', 'status', 'true', 'comp', 'hunter2'];
		const before = keptSession(folder, { secrets });
		before.play(...everything, prompt('hunter2'));
		await before.log.end();
		const after = await reopened(folder, { secrets });
		assert.deepEqual(after.warnings, []);
		assert.deepEqual(after.texts(), [...before.texts().slice(0, -1), '[redacted]']);
	});
});
