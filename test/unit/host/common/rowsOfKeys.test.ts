/** Which row a key is about, while VS Code reads the tree anew at any moment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../../../../src/core/base/clock.ts';
import type { RowsOfKeys } from '../../../../src/host/common/rowsOfKeys.ts';
import { useVscode } from '../fakeVscode.ts';

type RowsView = ConstructorParameters<typeof RowsOfKeys>[1][number];

const ids = ['acpHost.one', 'acpHost.oneSecondary'] as const;

/**
 * A view of a tree. What extensions are told of it names rows by handles, which mean nothing while the tree is read anew.
 */
class FakeView {
	visible = true;
	/** On the screen, which is told with the next selection. */
	focus: string | undefined;
	selected: readonly string[] = [];
	readonly #rows = new Map<string, object>();
	readonly #listeners = new Set<(event: { readonly selection: readonly object[] }) => unknown>();
	#focusTold: string | undefined;

	constructor(names: readonly string[]) {
		this.read(names);
	}

	readonly onDidChangeSelection: RowsView['onDidChangeSelection'] = (listener) => {
		this.#listeners.add(listener);
		return { dispose: () => this.#listeners.delete(listener) };
	};

	get selection(): readonly object[] {
		return this.selected.flatMap((handle) => this.#rows.get(handle) ?? []);
	}

	get focusedRow(): object | undefined {
		return this.#focusTold === undefined ? undefined : this.#rows.get(this.#focusTold);
	}

	select(...handles: readonly string[]): void {
		this.selected = handles;
		this.#focusTold = this.focus ?? this.#focusTold;
		for (const listener of this.#listeners) listener({ selection: this.selection });
	}

	toggle(): void {
		const { focus, selected } = this;
		if (focus === undefined) return;
		const others = selected.filter((handle) => handle !== focus);
		this.select(...others, ...(selected.includes(focus) ? [] : [focus]));
	}

	/** VS Code takes a row that is gone out of what it keeps, and tells nothing. */
	forget(): void {
		this.#rows.clear();
	}

	read(names: readonly string[]): void {
		for (const name of names) this.#rows.set(name, { name });
	}
}

type Command = (...args: unknown[]) => unknown;

/** The window puts rows in the place of arguments; a command of the extension that the extension calls gets none. */
class FakeWindow {
	readonly views: ReadonlyMap<string, FakeView>;
	readonly #commands = new Map<string, Command>();

	constructor(views: readonly FakeView[]) {
		this.views = new Map(views.map((view, at) => [ids[at] ?? assert.fail(), view]));
	}

	readonly workspace = { isTrusted: true };
	readonly commands = {
		registerCommand: (id: string, command: Command) => {
			this.#commands.set(id, command);
			return { dispose: () => this.#commands.delete(id) };
		},
		executeCommand: async (id: string, given: RunCommands) => {
			assert.equal(id, 'runCommands');
			for (const { command, args } of given.commands) {
				await (this.#commands.get(command) ?? assert.fail())(...args.map((one) => this.converted(one)));
			}
		},
	};

	get commandIds(): readonly string[] {
		return [...this.#commands.keys()];
	}

	converted(args: readonly ViewArgument[]): readonly unknown[] {
		return args.map(({ $treeViewId, $focusedTreeItem }) => {
			assert.ok($focusedTreeItem);
			const view = this.views.get($treeViewId);
			return view === undefined ? null : view.focusedRow;
		});
	}
}

interface ViewArgument {
	readonly $treeViewId: string;
	readonly $focusedTreeItem: boolean;
}

interface RunCommands {
	readonly commands: readonly {
		readonly command: string;
		readonly args: readonly (readonly ViewArgument[])[];
	}[];
}

interface Rig {
	readonly view: FakeView;
	readonly other: FakeView;
	readonly window: FakeWindow;
	readonly keys: RowsOfKeys;
	/** A key with the tree on the screen: what it passes. */
	readonly press: () => readonly unknown[];
	readonly pauses: readonly number[];
	readonly pass: (ms: number) => void;
}

/** @param meanwhile what happens in the pauses, each told by how many there were */
async function rig(names: readonly string[], meanwhile: (count: number, rig: Rig) => void = () => {}) {
	const [view, other] = [new FakeView(names), new FakeView(names)];
	other.visible = false;
	const window = new FakeWindow([view, other]);
	useVscode(window);
	const { RowsOfKeys: Keys } = await import('../../../../src/host/common/rowsOfKeys.ts');
	const pauses: number[] = [];
	let now = 0;
	const clock: Clock = {
		now: () => now,
		setTimer(ms, run) {
			now += ms;
			pauses.push(ms);
			meanwhile(pauses.length, made);
			queueMicrotask(run);
			return { dispose: () => assert.fail() };
		},
	};
	const made: Rig = {
		...{ view, other, window, pauses },
		keys: new Keys(ids, [view, other], clock),
		press() {
			const shown = [view, other].find(({ visible }) => visible);
			shown?.toggle();
			shown?.toggle();
			return window.converted(ids.map(($treeViewId) => ({ $treeViewId, $focusedTreeItem: true })));
		},
		pass(ms) {
			now += ms;
		},
	};
	return made;
}

const rowsOf = (rows: readonly unknown[]): readonly string[] => rows.map(nameOf);

function nameOf(row: unknown): string {
	return typeof row === 'object' && row !== null && 'name' in row ? String(row.name) : 'none';
}

describe('the row of a key', () => {
	it('is the one with the focus, whichever is selected, without a wait', async () => {
		const { keys, view, press, pauses } = await rig(['A', 'B']);
		view.focus = 'B';
		for (const selected of [[], ['A'], ['B']]) {
			view.selected = selected;
			assert.equal(nameOf(await keys.focused(press())), 'B');
		}
		assert.deepEqual(pauses, []);
	});

	it('is found also when the tree is read anew right when the key is pressed', async () => {
		const { keys, view, press, pauses } = await rig(['A', 'B'], (count, { view: own }) => {
			if (count === 3) own.read(['A', 'B']);
		});
		[view.focus, view.selected] = ['A', ['A']];
		view.forget();
		assert.equal(nameOf(await keys.focused(press())), 'A');
		assert.equal(pauses.length, 3);
	});

	it('is never the one that is selected, while only that one is readable, or from amid the key on', async () => {
		for (const readable of [[], ['A']]) {
			const { keys, view, press } = await rig(['A', 'B'], (count, { view: own }) => {
				if (count === 3) own.read(['A', 'B']);
			});
			[view.focus, view.selected] = ['B', ['A']];
			view.forget();
			view.toggle();
			view.read(readable);
			view.toggle();
			assert.equal(nameOf(await keys.focused(press())), 'B');
			view.forget();
			view.read(['A']);
			const rows = press();
			view.read(['B']);
			assert.deepEqual(rowsOf(await keys.rows(rows)), ['B']);
		}
	});

	it('is none when it is gone: not what took its place, and not what is selected', async () => {
		const { keys, view, press, pauses } = await rig(['A', 'B', 'C'], (_, { view: own }) => {
			own.focus = 'C';
			own.read(['A', 'C']);
		});
		[view.focus, view.selected] = ['B', ['A']];
		view.forget();
		assert.equal(await keys.focused(press()), undefined);
		const waited = pauses.reduce((sum, ms) => sum + ms, 0);
		assert.ok(waited > 1000 && waited <= 2000, `${waited} ms`);
		view.focus = 'B';
		view.forget();
		assert.deepEqual(await keys.rows(press()), []);
	});

	it('is the one that took the place of one that is gone, once the key is pressed there', async () => {
		const { keys, view, press } = await rig(['A', 'B']);
		view.focus = 'A';
		assert.equal(nameOf(await keys.focused(press())), 'A');
		view.focus = 'B';
		assert.equal(nameOf(await keys.focused(press())), 'B');
	});

	it('is none where no row has the focus, although one had it, is back, and was just clicked', async () => {
		const { keys, view, press, pauses, pass } = await rig(['A']);
		view.focus = 'A';
		view.select('A');
		assert.equal(nameOf(await keys.focused(press())), 'A');
		view.focus = undefined;
		view.select();
		assert.equal(await keys.focused(press()), undefined);
		assert.deepEqual(await keys.rows(press()), []);
		view.select('A');
		pass(2000);
		view.select();
		assert.equal(await keys.focused(press()), undefined);
		assert.deepEqual(pauses, []);
	});

	it('is found for each of two keys, of which the first has to wait', async () => {
		const { keys, view, press } = await rig(['A', 'B'], (count, { view: own }) => {
			if (count === 3) own.read(['A', 'B']);
		});
		view.focus = 'A';
		view.forget();
		const first = keys.focused(press());
		const second = keys.focused(press());
		assert.deepEqual(rowsOf(await Promise.all([first, second])), ['A', 'A']);
	});

	it('is of the container on the screen', async () => {
		const { keys, view, other, press } = await rig(['A', 'B']);
		[view.focus, other.focus] = ['A', 'B'];
		[view.visible, other.visible] = [false, true];
		assert.equal(nameOf(await keys.focused(press())), 'B');
		other.visible = false;
		assert.equal(await keys.focused(press()), undefined);
	});

	it('is not waited for when the tree is hidden meanwhile', async () => {
		const { keys, view, press, pauses } = await rig(['A'], (count, { view: own }) => {
			if (count === 2) own.visible = false;
		});
		view.focus = 'A';
		view.forget();
		assert.equal(await keys.focused(press()), undefined);
		assert.equal(pauses.length, 2);
	});

	it('is not asked for once the window closes', async () => {
		const { keys, view, window, press, pauses } = await rig(['A'], (count, { keys: own }) => {
			if (count === 2) own.dispose();
		});
		view.focus = 'A';
		view.forget();
		assert.equal(await keys.focused(press()), undefined);
		assert.equal(pauses.length, 2);
		assert.deepEqual(window.commandIds, []);
	});
});

describe('the rows of a key', () => {
	it('are all that are selected where the one with the focus is among them, else that one', async () => {
		const { keys, view, press } = await rig(['A', 'B', 'C']);
		view.selected = ['A', 'B'];
		view.focus = 'B';
		assert.deepEqual(new Set(rowsOf(await keys.rows(press()))), new Set(['A', 'B']));
		view.focus = 'C';
		assert.deepEqual(rowsOf(await keys.rows(press())), ['C']);
	});
});
