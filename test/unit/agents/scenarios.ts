/** One conversation in a shape of the protocol: the user sees the same in each, whatever carries its messages. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shape } from '../../agents/promptTurns.ts';
import type { ScenarioSession } from './scenarioSession.ts';

/** What the scenarios are played with. */
export interface ScenarioStage {
	readonly shape: Shape;
	/** A session with the agent. @param before whose session is opened again, in another window so to speak */
	readonly open: (before?: ScenarioSession) => ScenarioSession;
	/** Takes a scenario, to be played after those before it. */
	readonly it: (name: string, play: () => Promise<void>) => void;
}

export function defineScenarios({ shape, open, it }: ScenarioStage): void {
	const isV1 = shape === 'v1';
	const idle = (one: ScenarioSession): Promise<void> =>
		one.until(() => one.session.state.turn.type === 'idle', 'the end of the turn');

	it('streams a thought and words, each prompt there once [acp C228] [acp C229] [acp C230]', async () => {
		const one = open();
		assert.equal(await one.prompt('stream'), 'done');
		assert.equal(await one.prompt('hello you'), 'done');
		assert.deepEqual(one.texts('user'), ['stream', 'hello you']);
		assert.deepEqual(one.texts('thought'), ['Which words are best?']);
		assert.deepEqual(one.texts('agent'), ['Streaming **bold** words, one by one.', 'You said: hello you']);
		assert.deepEqual(one.notices(), []);
		assert.equal(one.session.state.turnCount, 2);
		assert.equal(one.session.state.title, 'About stream');
		assert.deepEqual(
			one.session.state.commands.map(({ name }) => name),
			['stream'],
		);
		assert.deepEqual(one.logged, []);
	});

	it('replaces a draft, and goes on behind it [acp C246]', async () => {
		const one = open();
		await one.prompt('upsert');
		assert.deepEqual(one.texts('agent'), ['The final text with an end.']);
	});

	it('keeps one plan, the newest [acp C263]', async () => {
		const one = open();
		await one.prompt('plan');
		const [plan, ...more] = one.entries('plan');
		assert.deepEqual(
			plan?.items.map(({ content, status }) => [content, status]),
			['Look around', 'Change it', 'Check it'].map((content) => [content, 'completed']),
		);
		assert.deepEqual(more, []);
		assert.deepEqual(one.logged, []);
	});

	it('collects the content of a tool call [acp C250]', async () => {
		const one = open();
		await one.prompt('check');
		const [call] = one.entries('tool_call');
		assert.equal(call?.status, 'completed');
		assert.deepEqual(
			call.content.map((item) =>
				item.type === 'content' && item.content.type === 'text' ? item.content.text : '',
			),
			['Checked syntax.', 'Checked types.'],
		);
	});

	it('edits a file and shows the change [acp C254]', async () => {
		const one = open();
		const file = path.join(one.cwd, 'notes.txt');
		writeFileSync(file, 'one\n');
		await one.prompt('edit');
		assert.equal(readFileSync(file, 'utf8'), 'one\na line of the agent\n');
		assertChange(one, file);
	});

	for (const optionId of ['yes', 'no']) {
		it(`asks, and hears ${optionId} [acp C237] [acp C252]`, async () => {
			const one = open();
			const file = path.join(one.cwd, 'notes.txt');
			writeFileSync(file, 'one\n');
			one.begin('ask');
			const asked = await one.asked();
			assert.equal(asked.title, 'Edit notes.txt');
			assert.equal(one.session.state.turn.type, 'requires_action');
			assertChange(one, file);
			one.session.permissions.answer(asked.id, optionId);
			await idle(one);
			const isAllowed = optionId === 'yes';
			assert.equal(readFileSync(file, 'utf8').split('\n').length, isAllowed ? 3 : 2);
			assert.equal(one.entries('tool_call')[0]?.status, isAllowed ? 'completed' : 'failed');
			assert.deepEqual(one.texts('agent'), [isAllowed ? 'It is written.' : 'You rejected it.']);
			assert.equal(one.entries('permission')[0]?.state.type, 'answered');
		});
	}

	it('closes a question that the agent takes back [acp C241]', async () => {
		const one = open();
		one.begin('withdraw');
		await one.asked();
		one.open('withdraw');
		await idle(one);
		const [permission] = one.entries('permission');
		assert.deepEqual(permission?.state, { type: 'cancelled', by: 'agent' });
		assert.deepEqual(one.texts('agent'), ['The question is gone.']);
	});

	it('closes a question on Stop, and ends as stopped [acp C240]', async () => {
		const one = open();
		one.begin('ask');
		await one.asked();
		one.session.stop();
		await idle(one);
		assert.equal(one.entries('permission')[0]?.state.type, 'cancelled');
		assert.equal(one.entries('tool_call')[0]?.status, 'cancelled');
		assert.deepEqual(one.notices(), ['Stopped']);
	});

	it('runs a command and shows what it wrote [acp C257] [acp C258]', async () => {
		const one = open();
		await one.prompt('shell');
		const [call] = one.entries('tool_call');
		const [item] = call?.content ?? [];
		assert.ok(item?.type === 'terminal');
		const terminal = one.session.state.terminals.get(item.terminalId);
		assert.match(terminal?.output ?? '', /^hello from the shell\n.*green.*✓ 👋 done\n$/su);
		assert.equal(terminal?.exit?.exitCode, 0);
		assert.equal(call?.status, 'completed');
		assert.deepEqual(one.texts('agent'), ['The command ended with 0.']);
		await one.prompt('shell fail');
		assert.equal(one.entries('tool_call')[1]?.status, 'failed');
		assert.deepEqual(one.logged, []);
	});

	it('stops work at once, keeps the last word, and the next prompt works [acp C238] [acp C239] [acp C242]', async () => {
		const one = open();
		one.begin('slow');
		await one.until(() => one.entries('tool_call').length === 1, 'the tool call');
		one.session.stop();
		assert.equal(one.entries('tool_call')[0]?.status, 'cancelled');
		await idle(one);
		assert.deepEqual(one.texts('agent'), ['Working', 'Stopped at once.']);
		assert.deepEqual(one.notices(), ['Stopped']);
		assert.equal(await one.prompt('hello'), 'done');
		assert.deepEqual(one.texts('agent').slice(2), ['You said: hello']);
	});

	it('stops a command', async () => {
		const one = open();
		one.begin('shell wait');
		const isRunning = (): boolean =>
			[...one.session.state.terminals.values()].some(({ output }) => output.includes('waiting'));
		await one.until(isRunning, 'the command');
		one.session.stop();
		await idle(one);
		const [terminal] = one.session.state.terminals.values();
		assert.notEqual(terminal?.exit, undefined);
		assert.equal(one.entries('tool_call')[0]?.status, 'cancelled');
	});

	it('takes prompts during work and answers them in order', async () => {
		const one = open();
		const outcomes = [one.prompt('slow')];
		await one.until(() => one.entries('tool_call').length === 1, 'the work');
		outcomes.push(one.prompt('hello first'), one.prompt('hello second'));
		assert.equal(one.session.state.queue.length, 2);
		assert.deepEqual(one.texts('user'), ['slow']);
		one.open('finish');
		assert.deepEqual(await Promise.all(outcomes), ['done', 'done', 'done']);
		assert.deepEqual(one.texts('user'), ['slow', 'hello first', 'hello second']);
		assert.deepEqual(one.texts('agent').slice(-2), ['You said: hello first', 'You said: hello second']);
		assert.equal(one.session.state.turnCount, 3);
		assert.deepEqual(one.session.state.queue, []);
	});

	it('gives a waiting prompt back [acp C231]', async () => {
		const one = open();
		const work = one.prompt('slow');
		await one.until(() => one.entries('tool_call').length === 1, 'the work');
		const waiting = one.prompt('hello');
		one.session.withdraw(one.session.state.queue[0]?.id ?? '');
		assert.equal(await waiting, 'withdrawn');
		one.open('finish');
		assert.equal(await work, 'done');
		assert.deepEqual(one.texts('user'), ['slow']);
		assert.deepEqual(one.notices(), []);
	});

	it('gives waiting prompts back on Stop', async () => {
		const one = open();
		const work = one.prompt('slow');
		await one.until(() => one.entries('tool_call').length === 1, 'the work');
		const waiting = one.prompt('hello');
		one.session.stop();
		assert.deepEqual(await Promise.all([work, waiting]), ['done', 'withdrawn']);
		await idle(one);
		assert.deepEqual(one.texts('user'), ['slow']);
		assert.deepEqual(one.notices(), ['Stopped']);
	});

	it('tells why work failed, and that a prompt was not taken [acp C232]', async () => {
		const one = open();
		await one.prompt('fail');
		assert.match(JSON.stringify(one.entries('notice')), /The model is overloaded/u);
		assert.deepEqual(one.notices(), ['Scenario Agent reported an error']);
		assert.equal(one.entries('message')[0]?.isUnsent ?? false, false, 'it was sent');
		await one.prompt('refuse');
		assert.match(JSON.stringify(one.entries('notice').at(-1)), /I do not take this prompt/u);
		assert.equal(await one.prompt('hello'), 'done');
	});

	it('shows every reason to stop', async () => {
		const one = open();
		for (const reason of ['max_tokens', 'refusal', '_tired']) await one.prompt(`end ${reason}`);
		assert.equal(one.notices().length, 3);
		assert.equal(one.session.state.turnCount, 3);
	});

	it('survives the end of the agent, and tells the conversation again [acp C218]', async () => {
		const one = open();
		await one.prompt('stream');
		await one.prompt('crash');
		assert.equal(one.session.state.agent.type, 'exited');
		assert.ok(one.notices().length > 0);
		assert.equal(await one.prompt('hello'), 'done');
		assert.deepEqual(one.texts('agent').slice(-1), ['You said: hello']);
		await one.session.close();
		const other = open(one);
		assert.equal(await other.session.start(), true);
		assert.deepEqual(other.texts('user'), ['stream', 'crash', 'hello']);
		assert.deepEqual(other.texts('agent'), one.texts('agent'));
		assert.equal(other.session.state.turn.type, 'idle');
		assert.equal(await other.prompt('hello'), 'done');
	});

	it('asks the user a question', async () => {
		const one = open();
		one.begin('question');
		await one.until(() => one.session.state.pendingElicitations.length === 1, 'a question');
		const [id = ''] = one.session.state.pendingElicitations;
		one.session.elicitations.answer(id, { type: 'accept', content: { name: 'Ada' } });
		await idle(one);
		assert.deepEqual(one.texts('agent'), ['Hello, Ada.']);
	});

	it('changes its mode', async () => {
		const one = open();
		await one.session.start();
		assert.equal(await one.session.setOption('mode', 'code'), true);
		assert.equal(one.session.state.options[0]?.current, 'code');
	});

	if (shape === 'B' || shape === 'C') {
		it('shows work that the agent begins itself, and stops it [acp C236]', async () => {
			const one = open();
			await one.prompt('alone');
			one.open('alone');
			await one.until(() => one.texts('agent').includes('I noticed something.'), 'work');
			assert.equal(one.session.state.turn.type, 'running');
			one.session.stop();
			await idle(one);
			await one.prompt('alone');
			one.open('alone');
			await one.until(() => one.session.state.turn.type === 'running', 'work');
			one.open('rest');
			await idle(one);
		});
	}

	if (shape === 'C') {
		it('keeps background work apart, through Stop and further turns [acp C234] [acp C243] [acp C260] [acp C261]', async () => {
			const one = open();
			await one.prompt('background');
			const { state } = one.session;
			assert.equal(state.background?.length, 1);
			const [terminal] = state.terminals.values();
			assert.equal(terminal?.canCancel, true);
			assert.equal(await one.prompt('hello'), 'done');
			one.begin('slow');
			await one.until(() => one.entries('tool_call').length === 2, 'the work');
			one.session.stop();
			await idle(one);
			assert.equal(state.terminals.get(terminal.terminalId)?.exit, undefined);
			const { turnCount } = state;
			one.session.stopCommand(terminal.terminalId);
			await one.until(() => state.background?.length === 0, 'the end of the background');
			assert.notEqual(state.terminals.get(terminal.terminalId)?.exit, undefined);
			assert.equal(state.turnCount, turnCount);
			assert.deepEqual(one.notices(), ['Stopped']);
		});

		it('puts a prompt into the work that runs', async () => {
			const one = open();
			const outcomes = [one.prompt('slow')];
			await one.until(() => one.entries('tool_call').length === 1, 'the work');
			outcomes.push(one.prompt('also this'));
			await one.until(() => one.texts('user').includes('also this'), 'the second prompt');
			one.open('finish');
			assert.deepEqual(await Promise.all(outcomes), ['done', 'done']);
			assert.deepEqual(one.texts('user'), ['slow', 'also this']);
		});
	}

	if (isV1) return;
	it('is idle after it was opened, whatever was replayed [acp C221] [acp C234]', async () => {
		const one = open();
		await one.prompt('shell');
		const again = open(one);
		await again.session.start();
		assert.equal(again.session.state.turn.type, 'idle');
		assert.deepEqual(again.notices(), []);
		const [terminal] = again.session.state.terminals.values();
		assert.match(terminal?.output ?? '', /✓ 👋 done/u);
		assert.equal(again.entries('tool_call')[0]?.status, 'completed');
	});
}

/** The file is in the tool call with the line that was added. */
function assertChange(one: ScenarioSession, file: string): void {
	const [item] = one.entries('tool_call')[0]?.content ?? [];
	if (one.shape === 'v1' || one.shape === 'A') {
		assert.ok(item?.type === 'diff' && item.path === file);
		assert.deepEqual([item.oldText, item.newText], ['one\n', 'one\na line of the agent\n']);
	} else {
		assert.ok(item?.type === 'file_change' && item.path === file && item.operation === 'modify');
		assert.deepEqual(item.hunks?.[0]?.lines, [' one', '+a line of the agent']);
	}
}
