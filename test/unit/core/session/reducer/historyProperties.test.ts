/** What holds whatever was shown, and whatever of it the agent tells again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../../../../../src/core/session/model/content.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { alignment } from '../../../../../src/core/session/reducer/alignment.ts';
import { mergeHistory } from '../../../../../src/core/session/reducer/historyMerge.ts';
import { growth } from '../../../../tools/growth.ts';
import { checkModel, pick, type Random, randomIntegers } from '../../../../tools/seeded.ts';
import { sized } from '../../../../tools/sized.ts';
import { agent, allowed, asked, call, crashed, ended, HistoryRig, user } from './historyRig.ts';
import { said } from '../../../../../src/core/view/sayings.ts';

/** A turn as it was shown, or a load that tells some of it again. */
type Step =
	| {
			readonly type: 'turn';
			readonly n: number;
			readonly parts: readonly Part[];
			readonly end: End;
			/** The agent's messages have names: without one those in a row are one. */
			readonly isNamed: boolean;
	  }
	| {
			readonly type: 'load';
			readonly forgets: readonly number[];
			readonly cut: number;
			readonly adds: boolean;
	  };
type Part = 'words' | 'call' | 'asked call' | 'question' | 'notice';
type End = 'well' | 'crash';

const partKinds: readonly Part[] = [
	'words',
	'words',
	'call',
	'asked call',
	'asked call',
	'question',
	'notice',
];

function randomSteps(random: Random): Step[] {
	return Array.from({ length: 2 + random(8) }, (_none, n): Step => {
		if (n === 0 || random(3) > 0) {
			const parts = Array.from({ length: random(5) }, () => pick(random, partKinds));
			return { type: 'turn', n, parts, end: random(4) === 0 ? 'crash' : 'well', isNamed: random(2) === 0 };
		}
		const forgets = Array.from({ length: random(3) }, () => random(n));
		return { type: 'load', forgets, cut: random(5), adds: random(4) === 0 };
	});
}

/** What the host shows of a turn, and what the agent may tell of it. Names occur once in all. */
function turnOf({ n, parts, end, isNamed }: Extract<Step, { type: 'turn' }>): {
	shown: SessionEvent[];
	told: AgentEvent[];
} {
	const shown: SessionEvent[] = [asked(`Prompt ${n}`)];
	const named = (event: AgentEvent, messageId: string): AgentEvent =>
		isNamed ? ({ ...event, messageId } as AgentEvent) : event;
	const told: AgentEvent[] = [named(user(`Prompt ${n}`), `u${n}`)];
	for (const [at, part] of parts.entries()) {
		const name = `${n}-${at}`;
		if (part === 'words') {
			const words = named(agent(`Words ${name}. `), `m${name}`);
			shown.push(words);
			told.push(words);
		} else if (part === 'notice') {
			shown.push({ type: 'notice', notice: { severity: 'info', title: `Notice ${name}`, actions: [] } });
		} else if (part === 'question') {
			const mode = { type: 'form', fields: [] } as const;
			shown.push(
				{ type: 'elicitation_requested', entryId: `q${name}`, message: `Question ${name}`, mode },
				{ type: 'elicitation_settled', entryId: `q${name}`, state: { type: 'declined' } },
			);
		} else {
			shown.push(call(`c${name}`), ...(part === 'call' ? [] : allowed(`p${name}`, `c${name}`)));
			told.push(call(`c${name}`));
		}
	}
	const [failed, exited] = crashed;
	const exit = { severity: 'error', title: `Exit ${n}`, actions: [] } as const;
	if (end === 'well' || failed === undefined || exited === undefined) shown.push(ended);
	else shown.push(failed, exited, { type: 'notice', notice: exit });
	return { shown, told };
}

class Run {
	readonly rig = new HistoryRig();
	/** By turn what the agent may tell. */
	readonly told = new Map<number, AgentEvent[]>();
	/** Ids and titles of what only this side knows. */
	readonly ours = new Set<string>();
	readonly #calls = new Map<string, string>();
	#loads = 0;

	do(step: Step): void {
		if (step.type === 'turn') {
			const { shown, told } = turnOf(step);
			this.rig.play(...shown);
			this.told.set(step.n, told);
			for (const entry of this.rig.entries) this.#remember(entry);
			return;
		}
		const { forgets, cut, adds } = step;
		for (const n of forgets) this.told.delete(n);
		const last = [...this.told.keys()].at(-1) ?? -1;
		this.told.set(last, (this.told.get(last) ?? []).slice(0, cut));
		const name = `x${this.#loads++}`;
		const prompt = { ...user(`Told by nobody ${name}`), messageId: name } as AgentEvent;
		const more = adds ? [prompt, agent(`Out of the blue ${name}.`)] : [];
		const history = [...[...this.told.values()].flat(), ...more];
		this.load(history);
		// The same again changes nothing.
		const lines = this.rig.lines();
		this.load(history);
		assert.deepEqual(this.rig.lines(), lines);
	}

	load(history: readonly AgentEvent[]): void {
		if (history.length === 0) return;
		this.rig.load(...history);
		assertInOrder(history.map(wordsIn), this.rig.lines().join('\n'));
		this.#assertKept();
	}

	#remember(entry: Entry): void {
		if (entry.type === 'notice' && entry.marks === undefined) this.ours.add(`notice: ${said(entry.title)}`);
		if (entry.type === 'elicitation') this.ours.add(entry.id);
		if (entry.type !== 'permission') return;
		this.ours.add(entry.id);
		const parent = this.rig.state.entries.get(entry.parentId ?? '');
		if (parent?.type === 'tool_call') this.#calls.set(entry.id, parent.toolCallId);
	}

	/** Nothing of ours is lost, nothing stands there twice, and what was asked stands under what it was asked about. */
	#assertKept(): void {
		const { entries, state } = this.rig;
		const names = entries.flatMap(namesOf);
		assert.equal(new Set(names).size, names.length, `doubled: ${names.join(', ')}`);
		for (const name of this.ours) assert.ok(names.includes(name), `${name} is lost`);
		for (const { type, id, parentId } of entries) {
			if (type !== 'permission') continue;
			const parent = state.entries.get(parentId ?? '');
			assert.equal(parent?.type === 'tool_call' ? parent.toolCallId : '', this.#calls.get(id));
		}
		const turns = entries.map(({ turn }) => turn);
		assert.deepEqual(
			turns,
			turns.toSorted((a, b) => a - b),
		);
		assert.equal(state.turnCount, turns.at(-1));
	}
}

/** What occurs once in all of what is shown and told. */
function namesOf(entry: Entry): string[] {
	switch (entry.type) {
		case 'notice':
			return entry.marks === undefined ? [`notice: ${said(entry.title)}`] : [];
		case 'message':
			return textOf(entry.content).match(/Words \d+-\d+\.|Prompt \d+/gu) ?? [];
		case 'tool_call':
			return [`call ${entry.toolCallId}`];
		default:
			return [entry.id];
	}
}

function wordsIn(event: AgentEvent): string {
	if (event.type === 'message_chunk') return textOf([event.content]).trim();
	return event.type === 'tool_call' ? `call ${event.toolCallId} completed` : '';
}

function assertInOrder(some: readonly string[], all: string): void {
	let at = 0;
	for (const words of some) {
		const found = all.indexOf(words, at);
		assert.notEqual(found, -1, `"${words}" is missing or out of order in\n${all}`);
		at = found + words.length;
	}
}

describe('a history that is told again', () => {
	it('leaves the transcript as it was where the agent tells all of it [acp C46]', async () => {
		await checkModel<Step>({
			runs: sized(2_000, 100),
			steps: (random) =>
				randomSteps(random).flatMap((step) => (step.type === 'turn' ? [{ ...step, isNamed: true }] : [])),
			check: (steps) => {
				const run = new Run();
				for (const step of steps) run.do(step);
				const before = run.rig.lines();
				run.load([...run.told.values()].flat());
				assert.deepEqual(run.rig.lines(), before);
			},
		});
	});

	it('loses nothing of ours and doubles nothing, whatever the agent forgets, cuts off or adds', async () => {
		await checkModel<Step>({
			runs: sized(4_000, 200),
			steps: randomSteps,
			check: (steps) => {
				const run = new Run();
				for (const step of steps) run.do(step);
			},
		});
	});
});

describe('the work of it', () => {
	const shown = (turns: number, parts: number): HistoryRig => {
		const rig = new HistoryRig();
		const kinds: readonly Part[] = ['words', 'asked call', 'notice', 'call'];
		for (let n = 0; n < turns; n++) {
			const list = Array.from({ length: parts }, (_none, at) => kinds[at % kinds.length] ?? 'words');
			rig.play(...turnOf({ type: 'turn', n, parts: list, end: 'well', isNamed: true }).shown);
		}
		return rig;
	};
	const same = (length: number, word: string, chars = 0): Entry[] =>
		Array.from({ length }, (_none, at): Entry => {
			const role = at % 2 === 0 ? 'user' : 'agent';
			const content = [{ type: 'text', text: `${'x'.repeat(chars)}${word} ${at % 4}` } as const];
			const when = { startedAt: 0, endedAt: 0, isComplete: true };
			return { id: `${word}${at}`, type: 'message', role, origin: 'replay', turn: 0, content, ...when };
		});
	const merged = (before: readonly Entry[], after: readonly Entry[]): number => {
		let count = 0;
		return mergeHistory(
			before,
			after,
			() => `new${count++}`,
			() => false,
		).entries.length;
	};

	it('grows with the number of entries: 3,000 take eight times as long as 375', () => {
		const transcripts = new Map([375, 3_000].map((size) => [size, shown(size / 5, 4).entries]));
		const work = (size: number): number => {
			const entries = transcripts.get(size) ?? [];
			return merged(
				entries,
				entries.filter(({ type }) => type !== 'permission' && type !== 'notice'),
			);
		};
		assert.ok(work(3_000) >= 3_000);
		assert.ok(growth(work, 375) < 24);
	});

	it('grows no faster where all turns are alike, or none is told again', () => {
		for (const other of ['one', 'other']) {
			const work = (size: number): number => merged(same(size, 'one'), same(size + 2, other));
			assert.ok(growth(work, 1_000) < 24, other);
		}
		const one = shown(1, 8_000).entries;
		assert.ok(merged(one, one.slice(0, 1)) > 8_000);
	});

	it('takes no time for long prompts that begin like many others', () => {
		const work = (size: number): number => merged(same(size, 'one', 1_000), same(size, 'other', 900));
		assert.ok(growth(work, 250) < 24);
	});

	it('reads the text of a prompt a fixed number of times, however many others are told', () => {
		const reads = (told: number): number => {
			let count = 0;
			const part = {
				type: 'text',
				get text() {
					count++;
					return 'Shown';
				},
			} as const;
			const message = {
				type: 'message',
				role: 'user',
				isComplete: true,
				startedAt: 0,
				endedAt: 0,
				turn: 0,
			} as const;
			const before: Entry = { ...message, id: 'b', origin: 'user', content: [part] };
			const after = Array.from({ length: told }, (_none, n): Entry => {
				return { ...message, id: `a${n}`, origin: 'replay', content: [{ type: 'text', text: `#${n}` }] };
			});
			mergeHistory(
				[before],
				after,
				() => 'new',
				() => false,
			);
			return count;
		};
		assert.equal(reads(200), reads(50));
	});

	it('finds what is the same in any two lists, each once and in order', () => {
		const random = randomIntegers();
		for (let run = 0; run < sized(5_000, 200); run++) {
			const list = (): string[] => Array.from({ length: random(30) }, () => String(random(12)));
			const [a, b] = [list(), list()];
			const pairs = [...alignment(a, b)];
			for (const [at, other] of pairs) assert.equal(a[at], b[other]);
			const places = pairs.map(([, other]) => other);
			assert.deepEqual(
				places,
				[...new Set(places)].toSorted((x, y) => x - y),
			);
			assert.equal(alignment(a, a).size, a.length);
		}
	});

	it('finds the longest part that two lists have in common, where each item is there once', () => {
		const a = ['x', 'a', 'b', 'c', 'd', 'e', 'y'];
		const pairs = alignment(a, ['q', 'd', 'a', 'b', 'c', 'r']);
		assert.deepEqual(
			[...pairs],
			[
				[1, 2],
				[2, 3],
				[3, 4],
			],
		);
	});
});
