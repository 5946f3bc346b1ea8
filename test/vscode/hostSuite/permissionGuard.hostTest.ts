/**
 * The quick-pick of a permission with a clock that the test moves: what counts, and when. The list is a stand-in that
 * does what VS Code's does; `permissionPicker.hostTest.ts` has the real one.
 */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import type { PermissionOutcome, PermissionRequest } from '../../../src/core/session/model/permission.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { PermissionQueue } from '../../../src/host/permissions/permissionQueue.ts';
import { guardedPick } from '../../../src/host/permissions/guardedPick.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { type FakeAgent, openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { seededRandom } from '../../unit/core/session/driver/randomAgent.ts';
import { hostTest } from './registry.ts';

type Item = vscode.QuickPickItem;

/** Chooses like VS Code: a row that is picked stays selected until the picker clears it. */
class FakePicker {
	items: readonly Item[] = [];
	activeItems: readonly Item[] = [];
	selectedItems: readonly Item[] = [];
	buttons: readonly vscode.QuickInputButton[] = [];
	title = '';
	isVisible = false;
	readonly #accepted = new vscode.EventEmitter<void>();
	readonly #hidden = new vscode.EventEmitter<void>();
	readonly #typed = new vscode.EventEmitter<string>();
	readonly onDidAccept = this.#accepted.event;
	readonly onDidHide = this.#hidden.event;
	readonly onDidChangeValue = this.#typed.event;
	readonly onDidTriggerButton = new vscode.EventEmitter<vscode.QuickInputButton>().event;

	show(): void {
		this.isVisible = true;
	}

	hide(): void {
		if (!this.isVisible) return;
		this.isVisible = false;
		this.#hidden.fire();
	}

	dispose(): void {
		this.hide();
	}

	/** Typing has VS Code focus the first row that fits. */
	type(text: string): void {
		this.activeItems = this.items.slice(0, 1);
		this.#typed.fire(text);
	}

	enter(): void {
		this.selectedItems = this.activeItems;
		this.#accepted.fire();
	}

	pick(label: string): void {
		this.activeItems = this.items.filter((item) => item.label === label);
		this.enter();
	}
}

interface Rig {
	readonly agent: FakeAgent;
	readonly hosted: HostedSession;
	readonly queue: PermissionQueue;
	readonly pickers: FakePicker[];
	readonly rules: string[];
	/** Moves the clock. */
	readonly pass: (ms: number) => void;
	readonly top: () => FakePicker;
	readonly ask: (command: string) => { readonly answers: PermissionOutcome[] };
}

async function withFakes(run: (rig: Rig) => Promise<void>): Promise<void> {
	const { session, agent } = openFakeSession();
	const hosted: HostedSession = hostedFake(session);
	const pickers: FakePicker[] = [];
	const rules: string[] = [];
	const window = vscode.window as { createQuickPick: unknown };
	const original = window.createQuickPick;
	const now = Date.now;
	let time = now();
	window.createQuickPick = () => {
		const picker = new FakePicker();
		pickers.push(picker);
		return picker;
	};
	Date.now = () => time;
	const queue = new PermissionQueue({
		openDetails: () => Promise.resolve(),
		openDiff: () => Promise.resolve(),
		makeRule: (_hosted, permissionId) => queue.aside(() => Promise.resolve(void rules.push(permissionId))),
	});
	const watch = queue.watch(hosted);
	try {
		await session.start();
		await run({
			agent,
			hosted,
			queue,
			pickers,
			rules,
			pass: (ms) => {
				time += ms;
			},
			top: () => {
				const picker = pickers.findLast(({ isVisible }) => isVisible);
				assert.ok(picker, 'no picker is open');
				return picker;
			},
			ask: (command) => {
				const answers: PermissionOutcome[] = [];
				void agent.ask(request(command)).then((outcome) => answers.push(outcome));
				return { answers };
			},
		});
	} finally {
		window.createQuickPick = original;
		Date.now = now;
		watch.dispose();
		queue.dispose();
		session.dispose();
	}
}

function request(command: string): PermissionRequest {
	return {
		subject: { type: 'tool_call', toolCallId: command },
		fields: { title: 'Run', kind: 'execute', rawInput: { command } },
		options: [
			{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
			{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
		],
	};
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

hostTest('an answer counts from 500 ms on, not at 0, 100 or 499 ms [hazard C6]', () =>
	withFakes(async ({ ask, top, pass }) => {
		assert.equal(limits.permissionGuardMs, 500);
		const { answers } = ask('make');
		let before = 0;
		for (const at of [0, 100, 499]) {
			pass(at - before);
			before = at;
			top().pick('Allow');
			await settle();
			assert.deepEqual(answers, [], `${at} ms`);
		}
		pass(2);
		top().enter();
		await settle();
		assert.deepEqual(answers, [{ type: 'selected', optionId: 'yes' }]);
	}),
);

hostTest('letters and Enter are no answer, for as long as they come and afterwards [hazard C6]', () =>
	withFakes(async ({ ask, top, pass, rules }) => {
		const { answers } = ask('make');
		for (let n = 0; n < 200; n++) {
			top().type('Allow'.slice(0, n % 6));
			top().enter();
			pass(10);
		}
		pass(5_000);
		assert.deepEqual([top().activeItems, top().selectedItems], [[], []]);
		top().enter();
		await settle();
		assert.deepEqual([answers, rules], [[], []]);
	}),
);

hostTest('closing the picker answers nothing, five times, and then it is answered [hazard C3]', () =>
	withFakes(async ({ ask, queue, top, pass, pickers }) => {
		const { answers } = ask('make');
		for (let n = 0; n < 5; n++) {
			top().hide();
			await settle();
			assert.deepEqual([answers, queue.count], [[], 1]);
			assert.ok(
				pickers.every(({ isVisible }) => !isVisible),
				'it does not come back by itself',
			);
			queue.openNext();
		}
		pass(501);
		top().pick('Reject');
		await settle();
		assert.deepEqual(answers, [{ type: 'selected', optionId: 'no' }]);
	}),
);

hostTest(
	'what is patched while it waits is not answered by a key that was meant for what stood there, 1,000 times [hazard C9]',
	() =>
		withFakes(async ({ ask, agent, top, pass }) => {
			const random = seededRandom(3);
			const { answers } = ask('make');
			for (let n = 0; n < 1_000; n++) {
				pass(501 + random(5_000));
				const command = `rm -rf ${n}`;
				agent.say({ type: 'tool_call_update', toolCallId: 'make', fields: { rawInput: { command } } });
				assert.ok(
					top().items.some(({ label }) => label === command),
					'the picker shows what counts now',
				);
				assert.deepEqual(top().activeItems, []);
				top().pick('Allow');
				pass(random(500));
				top().pick('Allow');
				assert.deepEqual(answers, []);
			}
			await settle();
			assert.deepEqual(answers, []);
			pass(501);
			top().pick('Reject');
			await settle();
			assert.deepEqual(answers, [{ type: 'selected', optionId: 'no' }]);
		}),
);

hostTest(
	'an answer of the list that showed what was there before counts as none, however late it arrives [hazard C9]',
	() =>
		withFakes(async ({ ask, agent, top, pass }) => {
			const { answers } = ask('make');
			const before = top();
			pass(501);
			const update = { rawInput: { command: 'rm -rf ~' } };
			agent.say({ type: 'tool_call_update', toolCallId: 'make', fields: update });
			// The window was busy, or far away: what was pressed on the old rows is heard of only now.
			pass(5_000);
			before.pick('Allow');
			await settle();
			assert.deepEqual(answers, []);
			assert.ok(top().items.some(({ label }) => label === 'rm -rf ~'));
			assert.equal(before.isVisible, false);
			top().pick('Reject');
			await settle();
			assert.deepEqual(answers, [{ type: 'selected', optionId: 'no' }]);
		}),
);

hostTest(
	'a list whose question changes under the typing of the user closes, and waits to be opened [hazard C6]',
	() =>
		withFakes(async ({ ask, agent, queue, top, pass, pickers }) => {
			const { answers } = ask('make');
			pass(501);
			queue.noteTyping();
			const update = { rawInput: { command: 'rm -rf ~' } };
			agent.say({ type: 'tool_call_update', toolCallId: 'make', fields: update });
			assert.ok(pickers.every(({ isVisible }) => !isVisible));
			assert.deepEqual([answers, queue.count], [[], 1]);
			queue.openNext();
			assert.ok(top().items.some(({ label }) => label === 'rm -rf ~'));
		}),
);

hostTest(
	'a path that VS Code cannot name hides nothing: the list shows what is asked now [hazard C9] [hazard C7]',
	() =>
		withFakes(async ({ ask, agent, top, pass }) => {
			const { answers } = ask('make');
			for (const name of ['////x', '////\0', '//', 'x:\\y', '\u0000']) {
				pass(501);
				const fields = { rawInput: { command: `rm -rf ${name}`, cwd: name }, locations: [{ path: name }] };
				agent.say({ type: 'tool_call_update', toolCallId: 'make', fields });
				const shown = top().items.map(({ label }) => label);
				assert.ok(
					shown.some((label) => label.startsWith('rm -rf')),
					`${name}: ${shown.join()}`,
				);
			}
			top().pick('Allow');
			await settle();
			assert.deepEqual(answers, []);
		}),
);

hostTest('parallel permissions are asked one at a time, in their order [hazard C2]', () =>
	withFakes(async ({ ask, top, pass, queue, pickers }) => {
		const asked = Array.from({ length: 20 }, (_none, n) => ask(`run ${n}`));
		for (let n = 0; n < 20; n++) {
			assert.equal(queue.count, 20 - n);
			assert.equal(pickers.filter(({ isVisible }) => isVisible).length, 1);
			assert.ok(top().items.some(({ label }) => label === `run ${n}`));
			pass(501);
			top().pick(n % 2 === 0 ? 'Allow' : 'Reject');
			await settle();
			assert.equal(asked.filter(({ answers }) => answers.length === 1).length, n + 1);
		}
	}),
);

hostTest('the lists for a rule take the place of the picker, which comes back when it still waits', () =>
	withFakes(async ({ ask, agent, top, pass, rules, queue, pickers, hosted }) => {
		ask('make');
		const first = top();
		pass(501);
		first.pick('Make a rule…');
		await settle();
		assert.deepEqual(rules, hosted.session.state.pendingPermissions);
		// What comes meanwhile does not open over lists of the user's own.
		let finish = (): void => undefined;
		const aside = queue.aside(
			() =>
				new Promise((resolve) => {
					finish = resolve;
					top().hide();
				}),
		);
		void agent.ask(request('later'));
		assert.ok(pickers.every(({ isVisible }) => !isVisible));
		assert.equal(queue.count, 2);
		finish();
		await aside;
		assert.ok(top().items.some(({ label }) => label === 'make'));
	}),
);

hostTest(
	'a list of the wizard takes no choice in its first 500 ms, and none that nobody made [hazard C6]',
	() =>
		withFakes(async ({ top, pass }) => {
			const items = [{ label: 'Allow' }, { label: 'Deny' }];
			const question = { title: 'T', placeholder: 'P', step: 2, totalSteps: 5, items };
			let chosen: unknown = 'nothing';
			const picked = guardedPick(question).then((choice) => (chosen = choice));
			for (const at of [0, 100, 399]) {
				pass(at === 0 ? 0 : at === 100 ? 100 : 399);
				top().pick('Allow');
				await settle();
				assert.equal(chosen, 'nothing', `${at}`);
			}
			top().type('A');
			pass(600);
			top().enter();
			await settle();
			assert.equal(chosen, 'nothing', 'typing chooses nothing');
			top().pick('Deny');
			await picked;
			assert.equal(chosen, items[1]);
		}),
);
