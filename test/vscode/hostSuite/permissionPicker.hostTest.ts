/** What the quick-pick of a permission says, for each kind of subject, and also when no turn runs. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import type { PermissionRequest } from '../../../src/core/session/model/permission.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { PermissionQueue } from '../../../src/host/permissions/permissionQueue.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { type FakeAgent, openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { hostTest } from './registry.ts';

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

interface Rig {
	readonly agent: FakeAgent;
	readonly hosted: HostedSession;
	readonly queue: PermissionQueue;
	readonly details: string[];
	/** What opens the diff of a call; resolves when it is open, or when its list is done with. */
	readonly openDiff: { run: () => Promise<void> };
	/** The pickers that were opened, the newest last. */
	readonly pickers: Picker[];
	readonly rows: () => readonly string[];
}

async function withQueue(run: (rig: Rig) => Promise<void>): Promise<void> {
	const { session, agent } = openFakeSession();
	const hosted: HostedSession = hostedFake(session);
	const details: string[] = [];
	const openDiff = { run: (): Promise<void> => Promise.resolve() };
	const queue = new PermissionQueue({
		openDetails: (_title, text) => Promise.resolve(void details.push(text)),
		openDiff: () => openDiff.run(),
		makeRule: () => Promise.resolve(),
	});
	const watch = queue.watch(hosted);
	const window = vscode.window as { createQuickPick: typeof vscode.window.createQuickPick };
	const { createQuickPick } = window;
	const pickers: Picker[] = [];
	window.createQuickPick = <T extends vscode.QuickPickItem>() => {
		const picker = createQuickPick<T>();
		pickers.push(picker);
		return picker;
	};
	try {
		await session.start();
		const rows = (): readonly string[] => pickers.at(-1)?.items.map(({ label }) => label) ?? [];
		await run({ agent, hosted, queue, details, pickers, rows, openDiff });
	} finally {
		window.createQuickPick = createQuickPick;
		watch.dispose();
		queue.dispose();
		session.dispose();
	}
}

const options: PermissionRequest['options'] = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

hostTest(
	'a permission for a command shows it in full, with where it runs and what the agent says of it',
	() =>
		withQueue(async ({ agent, rows, pickers }) => {
			const command = `echo ${'x'.repeat(200)}`;
			const subject = { type: 'command', command, cwd: '/elsewhere' } as const;
			void agent.ask({ title: 'Run it?', description: 'First line\nand $(bug) more', subject, options });
			assert.match(pickers[0]?.title ?? '', /: Run it\?$/u);
			assert.deepEqual(rows().slice(0, 5), [
				'Allow',
				'Reject',
				'What it is about',
				'First line',
				String.raw`and \$(bug) more`,
			]);
			const place = rows().findIndex((row) => /^In .*elsewhere$/u.test(row));
			assert.equal(rows().slice(5, place).join(''), command);
			assert.deepEqual(pickers[0]?.activeItems, []);
		}),
);

hostTest(
	'a long description does not push the command out of sight, nor does a long command the folder',
	() =>
		withQueue(async ({ agent, rows, details, pickers, hosted }) => {
			const description = Array.from({ length: 30 }, (_, n) => `Because ${n}`).join('\n');
			const subject = { type: 'command', command: 'rm -rf ~', cwd: '/elsewhere\nIn here' } as const;
			void agent.ask({ title: 'Run it?', description, subject, options });
			assert.deepEqual(rows().slice(3, 6), ['In /elsewhere⏎In here', 'rm -rf ~', 'Because 0']);
			assert.match(rows().at(-2) ?? '', /^Show all 32 lines…$/u);
			assert.deepEqual([details, pickers.length], [[], 1]);
			hosted.session.permissions.answer(hosted.session.state.pendingPermissions[0] ?? '', 'no');
			void agent.ask({ title: 'Run it?', subject: { ...subject, command: 'ls\n'.repeat(30) }, options });
			assert.deepEqual(rows().slice(3, 5), ['In /elsewhere⏎In here', 'ls']);
		}),
);

hostTest(
	'a long command does not push its environment out of sight, nor a long environment the command [hazard C7]',
	() =>
		withQueue(async ({ agent, rows, hosted }) => {
			const ask = (command: string, env: object): readonly string[] => {
				const fields = { title: 'Run', kind: 'execute', rawInput: { command, env } } as const;
				agent.say({ type: 'tool_call', toolCallId: 'run', fields });
				void agent.ask({ subject: { type: 'tool_call', toolCallId: 'run' }, options });
				const shown = rows().slice(3);
				hosted.session.permissions.answer(hosted.session.state.pendingPermissions[0] ?? '', 'no');
				return shown;
			};
			const long = 'ls\n'.repeat(30);
			assert.deepEqual(ask(long, { LD_PRELOAD: 'x.so' }).slice(0, 2), ['Environment: LD_PRELOAD=x.so', 'ls']);
			const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`LONG_NAME_${n}`, 'a value']));
			assert.equal(ask('rm -rf ~', many)[0], 'rm -rf ~');
		}),
);

hostTest('a plan to approve is shown by its first lines, and opens whole', () =>
	withQueue(async ({ agent, rows, pickers, details }) => {
		const lines = Array.from({ length: 30 }, (_, n) => `${n + 1}. Step $(bug) of the plan`);
		const text = ['# The plan', '', ...lines].join('\n');
		const fields = {
			title: 'Ready to code?',
			kind: 'switch_mode',
			content: [{ type: 'content', content: { type: 'text', text } }],
			rawInput: { plan: text },
		} as const;
		agent.say({ type: 'tool_call', toolCallId: 'plan', fields });
		const subject = { type: 'tool_call', toolCallId: 'plan' } as const;
		void agent.ask({ subject, options, fields: { title: 'Ready to code?', content: [], rawInput: {} } });
		assert.match(pickers[0]?.title ?? '', /: Ready to code\?$/u);
		const shown = rows().slice(3, 6);
		assert.deepEqual(shown, ['# The plan', '', String.raw`1. Step \$(bug) of the plan`]);
		await choose(pickers[0], 'Show all 32 lines…');
		assert.deepEqual(details, [text]);
	}),
);

hostTest('a command that a screen reader is told only in part can be opened as text', () =>
	withQueue(async ({ agent, rows, pickers, details }) => {
		const command = 'echo $((1+1)) $(date)';
		void agent.ask({ title: 'Run it?', subject: { type: 'command', command }, options });
		assert.deepEqual(rows().slice(3, 5), [String.raw`echo $((1+1)) \$(date)`, 'Open as Text']);
		await choose(pickers[0], 'Open as Text');
		assert.deepEqual(details, [command]);
	}),
);

hostTest('a permission about something unknown says so, and nothing is chosen for the user [acp C253]', () =>
	withQueue(async ({ agent, rows, pickers }) => {
		void agent.ask({ title: 'Touch the db?', subject: { type: 'other', kind: '_db' }, options });
		assert.match(rows().slice(3, -1).join(''), /does not know: _db$/u);
		assert.deepEqual([pickers[0]?.activeItems, pickers[0]?.selectedItems], [[], []]);
	}),
);

hostTest(
	'a permission that comes while no turn runs is asked and counted, and can be answered [acp C243]',
	() =>
		withQueue(async ({ agent, hosted, queue, pickers }) => {
			assert.equal(hosted.session.state.turn.type, 'idle');
			agent.target().onEvent({
				type: 'work',
				work: { type: 'idle' },
				background: [{ type: 'tool_call', toolCallId: 't1' }],
			});
			const outcome = agent.ask({
				title: 'Go on?',
				subject: { type: 'tool_call', toolCallId: 't1' },
				options,
				fields: { title: 'Long job', status: 'in_progress' },
			});
			assert.equal(hosted.session.state.turn.type, 'idle');
			assert.equal(queue.count, 1);
			// Stop would not stop it.
			assert.deepEqual(pickers[0]?.buttons, []);
			hosted.session.permissions.answer(hosted.session.state.pendingPermissions[0] ?? '', 'yes');
			assert.deepEqual(await outcome, { type: 'selected', optionId: 'yes' });
			assert.equal(queue.count, 0);
		}),
);

/** Chooses a row of the open list once it takes input. */
async function choose(picker: Picker | undefined, label: string): Promise<void> {
	assert.ok(picker);
	await new Promise((resolve) => setTimeout(resolve, limits.permissionGuardMs + 20));
	const item = picker.items.find((one) => one.label === label);
	assert.ok(item, label);
	const hidden = new Promise<void>((resolve) => void picker.onDidHide(() => resolve()));
	picker.activeItems = [item];
	picker.selectedItems = [item];
	await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
	return Promise.race([hidden, new Promise((resolve) => setTimeout(resolve, 200))]).then(() => undefined);
}

const withDiff: PermissionRequest = {
	title: 'Change it?',
	subject: { type: 'tool_call', toolCallId: 't1' },
	options,
	fields: {
		title: 'Edit',
		kind: 'edit',
		content: [{ type: 'diff', path: '/ws/a.ts', oldText: 'a', newText: 'b' }],
	},
};

hostTest('the question comes back when the list of its diffs is done with, and is not put off by it', () =>
	withQueue(async ({ agent, hosted, queue, pickers, openDiff }) => {
		let closeList = (): void => undefined;
		openDiff.run = async () => {
			const list = vscode.window.createQuickPick();
			list.items = [{ label: 'a.ts' }];
			list.show();
			await new Promise<void>((resolve) => {
				closeList = resolve;
			});
			list.dispose();
		};
		void agent.ask(withDiff);
		await choose(pickers[0], 'Open the diff…');
		assert.equal(queue.isAsking, true, 'it is only away');
		const shows: number[] = [];
		const [picker] = pickers;
		assert.ok(picker);
		const show = picker.show.bind(picker);
		picker.show = () => {
			shows.push(1);
			show();
		};
		closeList();
		await new Promise((resolve) => setTimeout(resolve, 50));
		assert.deepEqual([shows, queue.isAsking], [[1], true]);
		hosted.session.permissions.answer(hosted.session.state.pendingPermissions[0] ?? '', 'yes');
		assert.equal(queue.isAsking, false);
	}),
);

hostTest('a diff that cannot be opened is told, and the question stays', () =>
	withQueue(async ({ agent, queue, pickers, openDiff }) => {
		const window = vscode.window as { showErrorMessage: unknown };
		const { showErrorMessage } = window;
		const told: string[] = [];
		window.showErrorMessage = (text: string) => Promise.resolve(void told.push(text));
		openDiff.run = () => Promise.reject(new Error('No such file'));
		try {
			void agent.ask(withDiff);
			await choose(pickers[0], 'Open the diff…');
			assert.deepEqual([told, queue.isAsking], [['ACP Host: No such file'], true]);
		} finally {
			window.showErrorMessage = showErrorMessage;
		}
	}),
);
