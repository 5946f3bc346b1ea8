/** Thousands of turns in which user and agent do what they may, at any moment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { type Random, RandomAgent, type RandomShape, seededRandom } from './randomAgent.ts';
import { bubbles, settle } from './transcript.ts';
import { sized } from '../../../../tools/sized.ts';

interface Run {
	readonly outcomes: readonly string[];
	readonly lines: readonly string[];
	readonly sent: readonly string[];
	readonly agent: RandomAgent;
	readonly session: Session;
}

async function run(shape: RandomShape, random: Random, isFair: boolean): Promise<Run> {
	const { session, agent: fake } = openFakeSession();
	await session.start();
	const agent = new RandomAgent(fake, shape, random, isFair);
	const prompts: Promise<string>[] = [];
	const userStep = (): void => {
		const { queue, pendingPermissions } = session.state;
		const moves = [
			() => void prompts.push(session.prompt([text(`${prompts.length} prompt`)])),
			() => session.withdraw(queue[random(queue.length + 1)]?.id ?? ''),
			() => session.permissions.answer(pendingPermissions[0] ?? '', 'yes'),
			() => random(3) === 0 && session.stop(),
		];
		moves[random(moves.length)]?.();
	};
	for (let step = 0; step < 40; step++) {
		if (random(3) === 0) userStep();
		else agent.step();
		if (random(2) === 0) await settle();
		checkAlways(session, agent, shape);
	}
	for (let step = 0; step < 100; step++) {
		await settle();
		if (agent.isDone && session.state.turn.type === 'idle' && session.state.queue.length === 0) break;
		agent.finish();
	}
	const unsettled = new Promise<string>((resolve) => setImmediate(resolve, 'never'));
	const outcomes = await Promise.all(prompts.map((prompt) => Promise.race([prompt, unsettled])));
	const sent = fake.sent.map(({ content: [part] }) => (part?.type === 'text' ? part.text : ''));
	return { outcomes, lines: bubbles(session.state), sent, agent, session };
}

function checkAlways({ state }: Session, agent: RandomAgent, shape: RandomShape): void {
	if (agent.isBusy) assert.notEqual(state.turn.type, 'idle', 'work shows');
	if (state.turn.type === 'idle') assert.deepEqual(state.turnPrompts, []);
	if (shape !== 'C') assert.ok(agent.untaken.length <= 1, 'one prompt at a time');
	const names = [...state.entries.values()].flatMap((entry) =>
		entry.type === 'message' && entry.role === 'user' && entry.messageId !== undefined
			? [entry.messageId]
			: [],
	);
	assert.equal(new Set(names).size, names.length, 'one bubble a name');
}

function checkEnd({ outcomes, lines, sent, agent, session }: Run, isFair: boolean): void {
	const { state } = session;
	assert.equal(state.turn.type, 'idle', 'the turn is over');
	assert.deepEqual(state.queue, []);
	assert.deepEqual(state.pendingPermissions, []);
	assert.deepEqual(state.turnPrompts, []);
	assert.equal(state.expectedEchoes.size, 0);
	const taken = agent.taken.map((at) => sent[at] ?? '');
	for (const [at, outcome] of outcomes.entries()) {
		const words = `${at} prompt`;
		const shown = lines.filter((line) => line.endsWith(`: ${words}`));
		if (taken.includes(words)) assert.deepEqual([outcome, shown], ['done', [`user: ${words}`]]);
		else {
			assert.equal(outcome, 'withdrawn', words);
			assert.ok(
				shown.length === 0 || shown[0] === `user (unsent): ${words}`,
				`not sent, but shown: ${shown.join()}`,
			);
		}
	}
	assert.equal(new Set(lines).size, lines.length, 'no bubble twice');
	const shownInOrder = lines.filter((line) => line.startsWith('user: '));
	if (isFair)
		assert.deepEqual(
			shownInOrder,
			taken.map((words) => `user: ${words}`),
		);
}

const rounds = sized(400, 40);

for (const shape of ['v1', 'A', 'B', 'C'] as const) {
	for (const isFair of shape === 'C' ? [true, false] : [true]) {
		const order = isFair ? 'in their order' : 'in any order';
		describe(`an agent of shape ${shape} that takes prompts up ${order}, ${rounds} times at random`, () => {
			it('leaves no turn running, no prompt lost or shown twice [acp C51] [acp C228] [acp C230] [acp C231] [acp C234]', async () => {
				for (let seed = 1; seed <= rounds; seed++) {
					try {
						checkEnd(await run(shape, seededRandom(seed), isFair), isFair);
					} catch (error) {
						throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
					}
				}
			});
		});
	}
}
