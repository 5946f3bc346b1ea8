/** A chat view that was taken over: what it sends names nothing that exists, or is nothing at all. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import * as vscode from 'vscode';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { FromView } from '../../../src/core/view/fromView.ts';
import { ChatController, type ChatControllerParts } from '../../../src/host/chat/chatController.ts';
import type { CardsOf } from '../../../src/host/changesInChat/changesInChat.ts';
import { ChatSurface } from '../../../src/host/chat/chatSurface.ts';
import { ChangesInChat } from '../../../src/host/changesInChat/changesInChat.ts';
import type { ChatChanges } from '../../../src/host/changesInChat/chatChanges.ts';
import { DiffTabs } from '../../../src/host/diffs/diffTabs.ts';
import { OptionChooser } from '../../../src/host/options/optionChooser.ts';
import { ReadonlyDocuments } from '../../../src/host/common/readonlyDocuments.ts';
import { RememberedOptions } from '../../../src/host/options/rememberedOptions.ts';
import type { Sessions } from '../../../src/host/sessions/sessions.ts';
import { TerminalTabs } from '../../../src/host/terminals/terminalTabs.ts';
import { WorkspaceProjector } from '../../../src/host/chat/workspaceProjector.ts';
import { only } from '../../unit/only.ts';
import { FakeReview } from '../../unit/host/review/fakeReview.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { Random } from '../../unit/host/random.ts';
import { openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { hostFigure, hostTest } from './registry.ts';

const messages = 500;
const names = [
	'',
	'e999',
	'p1',
	'constructor',
	'__proto__',
	'../../etc/passwd',
	'acp-host',
	'💥',
	'x'.repeat(8_000),
];

/** Each names something: none of it exists. What needs no id, such as typing, is not forged but allowed. */
function forged(random: Random): FromView {
	const id = random.pick(names);
	const entryId = random.pick(names.filter((name) => name !== ''));
	return random.pick<FromView>([
		{ type: 'answer', permissionId: id, optionId: random.pick(['yes', 'no', id]), revision: random.below(2) },
		{ type: 'setOption', optionId: id, value: id },
		{ type: 'elicitation', entryId, action: 'accept', values: { [id]: id } },
		{ type: 'openLocation', entryId, index: random.below(3) },
		{ type: 'openDiff', entryId },
		{ type: 'openDiff', entryId, index: random.below(3) },
		{ type: 'openTerminal', terminalId: id },
		{ type: 'stopTerminal', terminalId: id },
		{ type: 'openOutput', terminalId: id },
		{ type: 'openAttachment', id },
		{ type: 'answerChanges', answer: random.pick(['keep', 'undo']), revision: random.below(2) + 100 },
		{ type: 'answerFiles', answer: random.pick(['keep', 'undo']), paths: [id, '/x/of-nobody.ts'] },
		{ type: 'answerCall', answer: random.pick(['keep', 'undo']), entryId },
		{ type: 'answerCall', answer: random.pick(['keep', 'undo']), entryId, index: random.below(3) },
		{ type: 'openChangedFile', path: id },
		{ type: 'cancelToolCall', entryId },
		{ type: 'cancelSubagent', entryId },
		{ type: 'withdrawPrompt', queueId: id },
		{ type: 'requestRaw', entryId },
		{ type: 'copyMessage', entryId },
		{ type: 'dismissNotice', id },
		...(
			['restart', 'force_stop', 'new_session', 'approve', 'login', 'resume', 'choose_mcp_servers'] as const
		).map((action): FromView => ({ type: 'notice', entryId, action })),
		{ type: 'notice', entryId: '', action: 'restart' },
		{ type: 'notice', entryId: '', action: 'force_stop' },
		{
			type: 'openLink',
			href: random.pick([
				'command:workbench.action.quit',
				'vscode://x/y',
				'file:///etc/passwd',
				'/etc/passwd',
				'javascript:1',
				`data:${id}`,
			]),
		},
	]);
}

/** What VS Code was asked to do. */
function watchVscode(): { readonly effects: string[]; end(): void } {
	const effects: string[] = [];
	const restores: (() => void)[] = [];
	const watch = (owner: object, name: string): void => {
		const original = Object.getOwnPropertyDescriptor(owner, name);
		assert.ok(original, name);
		const note = (...args: unknown[]): Promise<undefined> => {
			effects.push(`${name} ${String(args[0]).slice(0, 100)}`);
			return Promise.resolve(undefined);
		};
		Object.defineProperty(owner, name, { configurable: true, value: note });
		restores.push(() => Object.defineProperty(owner, name, original));
	};
	watch(vscode.commands, 'executeCommand');
	for (const name of ['showTextDocument', 'createTerminal', 'createQuickPick', 'showOpenDialog'])
		watch(vscode.window, name);
	watch(vscode.env, 'openExternal');
	watch(vscode.workspace, 'applyEdit');
	return { effects, end: () => restores.forEach((restore) => restore()) };
}

hostTest('forged messages of a view have no effect, and none throws [hazard E4]', async () => {
	const { session, agent } = openFakeSession();
	await session.start();
	const hosted = hostedFake(session);
	const storage = { get: () => undefined, update: () => Promise.resolve(), keys: () => [] };
	const remembered = new RememberedOptions({
		storage,
		isEnabled: () => true,
		log: () => undefined,
	});
	const documents = new ReadonlyDocuments();
	const tabs = new TerminalTabs();
	const review = new FakeReview();
	review.put('/x/waits.ts', 'a\n', 'b\n');
	const sessions = () => only<Sessions>({ byKey: () => hosted, all: [hosted], active: hosted });
	const inChat = new ChangesInChat(review, sessions, () => undefined);
	const errors: string[] = [];
	const warnings: string[] = [];
	const controller = new ChatController(
		only<ChatControllerParts>({
			documents,
			diffs: new DiffTabs(documents, { textBefore: () => Promise.resolve(undefined) }),
			terminalTabs: tabs,
			options: new OptionChooser(remembered),
			sessions,
			changes: only<ChatChanges>({ inChat, onDidChange: new Emitter<CardsOf>().event }),
			log: only<vscode.LogOutputChannel>({
				error: (line) => errors.push(String(line)),
				warn: (line) => warnings.push(line),
			}),
		}),
	);
	const received = new vscode.EventEmitter<unknown>();
	const webview = only<vscode.Webview>({
		onDidReceiveMessage: received.event,
		postMessage: () => Promise.resolve(true),
		asWebviewUri: (uri) => uri,
		cspSource: 'x',
	});
	const surface = new ChatSurface(
		{ webview, isVisible: () => true, takeFocus: () => Promise.resolve() },
		vscode.Uri.file('/x'),
		new WorkspaceProjector(),
		controller,
	);
	surface.bind(hosted);
	const calls = [...agent.calls];
	const state = inspect(session.state, { depth: 8 });
	const random = new Random(99);
	const watched = watchVscode();
	try {
		for (let n = 0; n < messages; n++) {
			const message: unknown = n % 3 === 0 ? random.json() : forged(random);
			received.fire(n % 2 === 0 && typeof message === 'object' ? { ...message, sessionKey: 's1' } : message);
		}
		for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve, 10));
	} finally {
		watched.end();
		surface.dispose();
		tabs.dispose();
		documents.dispose();
	}
	assert.deepEqual(errors, []);
	assert.deepEqual(watched.effects, []);
	assert.deepEqual(review.asked, []);
	assert.deepEqual(agent.calls, calls);
	assert.equal(inspect(session.state, { depth: 8 }), state);
	assert.ok(warnings.length > 0, 'Not a single message was refused.');
	hostFigure(
		'E4',
		`${messages} forged messages: 0 effects, 0 errors, ${warnings.length} refused by their shape`,
	);
});
