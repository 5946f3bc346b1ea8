/**
 * The kill matrix: an agent that dies at any stage, in any way. The turn ends visibly and says how, everything pending
 * settles, nothing that was said is lost, and the next prompt starts a fresh agent.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sized } from '../tools/sized.ts';
import { tempDir, until } from '../unit/node/support.ts';
import { dyingIn, type KillKind, killKinds, type KillStage, killStages, lastWords } from './killStages.ts';
import { RealSession } from './realSession.ts';
import { noticeWords } from '../../src/core/view/sayings.ts';

/** A turn has to end within a second; five on a busy machine, and the start of a process is not counted. */
const promisedMs = 5 * 1000;
const startMs = 30_000;
const folder = tempDir();

class Cell {
	readonly real: RealSession;
	readonly stage: KillStage;
	readonly kind: KillKind;
	readonly #isDead = Promise.withResolvers<void>();

	constructor(stage: KillStage, kind: KillKind) {
		this.stage = stage;
		this.kind = kind;
		const dying = stage.script(dyingIn(kind));
		// The agent after it knows what it has to; of a loaded session too.
		this.real = new RealSession({
			folder,
			script: (start) =>
				start === 0
					? { ignoreEof: kind.endsWith('closed'), ...dying }
					: { on: { 'session/prompt': [{ text: 'Here again.' }] } },
			...(stage.isLoaded === true ? { sessionId: 'fake-1' } : {}),
			backend: {
				files: {
					readTextFile: () => this.#slowFile(),
					writeTextFile: async () => void (await this.#slowFile()),
				},
			},
		});
	}

	/** A file that takes longer than the agent lives; a late answer must not disturb the session. */
	async #slowFile(): Promise<string> {
		await this.#isDead.promise;
		return 'too late';
	}

	async run(): Promise<void> {
		const { session } = this.real;
		const outcome = this.real.prompt('first');
		if (this.stage.isStopped === true) {
			await until(() => this.real.said('agent').length > 0, startMs, 'the turn did not begin');
			session.stop();
		}
		await this.#death();
		await until(() => session.state.turn.type === 'idle', promisedMs, 'the turn did not end');
		this.#checkEnd(await outcome);
		const before = session.state.entries.size;
		this.#isDead.resolve();
		await this.#comeBack(before);
	}

	/** Resolves when it shows that the agent is gone. */
	async #death(): Promise<void> {
		const { session } = this.real;
		const isGone = (): boolean => session.state.agent.type === 'exited';
		if (this.kind !== 'stdin closed') return until(isGone, startMs, 'the death did not show');
		// It shows only when something is written, such as another prompt or a Stop; and an agent that is silent before
		// a session is open, or after Stop, can be ended by force.
		await until(() => isGone() || this.#isQuiet(), startMs, 'it did not come to the stage');
		if (isGone()) return;
		if (session.state.turn.type === 'idle') void this.real.prompt('are you there?');
		else if (session.isOpen && this.stage.isStopped !== true) session.stop();
		else this.real.forceStop();
		await until(isGone, promisedMs, 'the closed pipe did not show');
	}

	/** The stage is reached, and the agent does nothing more. */
	#isQuiet(): boolean {
		return this.real.log.some((line) => line.includes(lastWords));
	}

	#checkEnd(outcome: string): void {
		const { real, stage, kind } = this;
		const { state } = real.session;
		assert.deepEqual(state.pendingPermissions, []);
		const spinning = real.entries('tool_call').filter(({ status }) => /pending|in_progress/u.test(status));
		assert.deepEqual(spinning, [], 'a tool call goes on');
		const notices = real
			.entries('notice')
			.map(noticeWords)
			.map(({ title, detail }) => `${title}\n${detail ?? ''}`);
		const last = notices.find((text) => text.startsWith('Fake exited')) ?? '';
		assert.notEqual(last, '', `no notice that says it: ${JSON.stringify(notices)}`);
		if (kind.startsWith('exit')) assert.match(last, new RegExp(`with exit code ${kind.at(-1)}`, 'u'));
		if (kind.startsWith('SIG')) assert.match(last, new RegExp(`by signal ${kind}`, 'u'));
		if (!kind.endsWith('closed')) assert.match(last, new RegExp(lastWords, 'u'));
		const told = notices.filter((text) => text.startsWith('Fake exited'));
		assert.equal(told.length, 1, `it is told more than once: ${told.join('; ')}`);
		// What did not reach an agent goes back to the composer; everything else stands in the transcript.
		const stays = real.said('user').includes('first');
		assert.ok(stays || outcome === 'refused', `the prompt is lost: ${outcome}`);
		if (stage.isIdle === true) assert.equal(outcome, 'done');
	}

	async #comeBack(entries: number): Promise<void> {
		const { real } = this;
		const outcome = await real.prompt('second');
		assert.equal(outcome, 'done');
		assert.equal(real.starts, 2);
		assert.equal(real.said('agent').at(-1), 'Here again.');
		assert.ok(real.said('user').includes('second'));
		assert.ok(real.session.state.entries.size > entries, 'the transcript was lost');
		assert.equal(real.session.state.turn.type, 'idle');
	}
}

describe('an agent that dies [hazard B3]', { concurrency: 4 }, () => {
	for (const [index, stage] of killStages.entries()) {
		for (const kind of sized(killKinds, kindsOf(index))) {
			it(`${stage.name}, ${kind}: is told, and the next prompt starts a fresh one`, async () => {
				const cell = new Cell(stage, kind);
				try {
					await cell.run();
				} finally {
					await cell.real.close();
				}
			});
		}
	}
});

/** Two kinds for a stage in turn, so that each kind meets several stages. */
function kindsOf(index: number): readonly KillKind[] {
	const first = (index * 2) % killKinds.length;
	return killKinds.slice(first, first + 2);
}

it(`the kill matrix has 84 cells [hazard B3]`, () => {
	assert.equal(killStages.length * killKinds.length, 84);
});
