/** What is taken out of a conversation before it is written down, and what must not be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { everything } from '../../core/session/log/logRig.ts';
import { chunk, prompt } from '../../core/session/driver/play.ts';
import { allText, keptSession, reopened, storeFolder } from './storeRig.ts';

describe('a conversation on the disk', () => {
	it('holds no secret of the agent’s environment, whatever the agent says [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const secrets = Array.from({ length: 25 }, (_none, n) => `s3cret-${n}-"quoted"\\value`);
		const { log, play } = keptSession(folder, { secrets });
		for (const [n, secret] of secrets.entries()) {
			play(
				prompt(`is it ${secret}?`),
				chunk(`it is ${secret}.`),
				{
					type: 'tool_call',
					toolCallId: `t${n}`,
					fields: { title: secret, rawInput: { env: { A: secret }, args: [secret] }, rawOutput: secret },
				},
				{ type: 'terminal_output', terminalId: `x${n}`, data: `echo ${secret}` },
				{ type: 'notice', notice: { severity: 'error', title: 'x', detail: secret, actions: [] } },
			);
			if (n % 5 === 0) await log.flush();
		}
		await log.end();
		const text = allText(folder);
		assert.ok(text.length > 5_000);
		assert.doesNotMatch(text, /s3cret/u);
	});

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
		// Nor is its first piece, which was written before.
		assert.doesNotMatch(allText(folder), /correct-horse|ghp_0/u);
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

	it('holds no part of a secret that a text was cut within [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const secret = 'q7ZpvWx1T9k2Lm4RtYb7Nc3P';
		const { log, play } = keptSession(folder, { secrets: [secret] });
		const half = secret.slice(0, 15);
		play(prompt('go'), {
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'cat', rawOutput: `is ${half}`, rawInput: { rest: `${secret.slice(6)} is it` } },
		});
		await log.flush();
		play({ type: 'tool_call_update', toolCallId: 't1', fields: { rawOutput: `is ${secret}, it is` } });
		await log.end();
		assert.doesNotMatch(allText(folder), /q7ZpvWx|Nc3P/u);
		assert.match(allText(folder), /"is \[redacted\], it is"/u);
	});

	it('holds no first part of a secret with which the output of a call grew [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder, { secrets: ['correct horse "battery"'] });
		play(prompt('go'));
		for (const rawOutput of [
			'is correct horse',
			'is correct horse "battery"',
			'is correct horse "battery", ok',
		]) {
			play({ type: 'tool_call', toolCallId: 't1', fields: { title: 'cat', rawOutput } });
			await log.flush();
		}
		assert.doesNotMatch(allText(folder), /correct/u);
		assert.match(allText(folder), /is \[redacted\], ok/u);
		await log.end();
	});

	it('holds no secret that the agent is given while it gets ready [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const secrets: string[] = [];
		const { log, play } = keptSession(folder, { secrets });
		play({ type: 'agent_state', agent: { type: 'starting', since: 1 } }, prompt('go'));
		await log.flush();
		// As with the tool servers of a session, which it gets from a process that runs.
		secrets.push('correct-horse-battery');
		play({ type: 'agent_state', agent: { type: 'ready' } }, chunk('it is correct-horse-battery'));
		await log.end();
		assert.doesNotMatch(allText(folder), /correct-horse/u);
	});

	it('says in code and in words what it said, as far as no value stands there [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const said = [
			'function login(password: string, token?: Token): Promise<void>',
			'const token = await getToken(); const secret = process.env.SECRET;',
			'export API_KEY=$(pass show key) && TOKEN=${{ secrets.TOKEN }}',
			'It needs an api_key: ask for one. Why is the password: wrong?',
			'login(user, password=password, token=self.token)',
			'authorization: required | api-key: undefined',
			'Basic options and a basic understanding of Bearer tokens, bearer-authentication.',
			'if (token === undefined || url.password === other) const charactersPerToken = 4;',
			'_lib.sk_X509_NAME_push(stack); const token = this.#token; token: `string`, password:%s',
		];
		const before = keptSession(folder);
		before.play(...said.map((text) => prompt(text)), {
			type: 'tool_call',
			toolCallId: 't1',
			fields: {
				title: 'Edit',
				content: [{ type: 'diff', path: '/ws/a.ts', oldText: said[0] ?? '', newText: said[1] ?? '' }],
			},
		});
		await before.log.end();
		const after = await reopened(folder);
		assert.deepEqual(after.texts(), before.texts());
		assert.doesNotMatch(allText(folder), /redacted/u);
	});

	it('holds no value that stands under a telling name [hazard F5]', async (t) => {
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder);
		for (const text of [
			'API_KEY=hunter',
			'the password: hunter2!',
			'"token": "hunter"',
			'--my-password=hunter --x',
			'https://x.example/?token=hunter&b=1',
			'password=hunter-x',
			'secret: 12345hunter',
			'Authorization: Basic hunterOnNlY3JldA==',
			'Bearer h480djs93hd8hunter',
			'"Authorization": "Bearer hunter"',
			'sk_live_4eC39HqLyjWDarjtT1zdp7hunter and sk-ant-hunter-hunter',
			'token: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.hunter',
		])
			play(prompt(text));
		await log.end();
		assert.doesNotMatch(allText(folder), /hunter/u);
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
