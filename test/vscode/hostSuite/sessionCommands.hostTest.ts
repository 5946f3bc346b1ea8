import assert from 'node:assert/strict';
import type { AgentPort } from '../../../src/core/session/model/agentPort.ts';
import type { SessionState } from '../../../src/core/session/model/sessionState.ts';
import type { Session } from '../../../src/core/session/driver/session.ts';
import type { ChatPanels } from '../../../src/host/chat/chatPanels.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import type { AgentService } from '../../../src/host/agents/agentService.ts';
import { runNoticeAction } from '../../../src/host/chat/noticeActions.ts';
import type { Login } from '../../../src/host/login/login.ts';
import type { Sessions } from '../../../src/host/sessions/sessions.ts';
import { type SessionCommandParts, sessionCommands } from '../../../src/host/sessionsView/sessionCommands.ts';
import { type WindowCommandParts, windowCommands } from '../../../src/host/wiring/windowCommands.ts';
import { only } from '../../unit/only.ts';
import { hostTest } from './registry.ts';
import { spying } from './spies.ts';

const listed = {
	type: 'listed',
	agent: 'Plain',
	listed: { sessionId: 'one', title: 'Told earlier', cwd: '/work' },
} as const;

/** Commands with an agent that runs and can neither rename nor delete; `onShow` is the session they are about. */
function commands(onShow?: HostedSession) {
	const capabilities = only<AgentPort['capabilities']>({ setTitle: false, deleteSession: false });
	return sessionCommands(
		only<SessionCommandParts>({
			agents: only<AgentService>({ running: () => only<AgentPort>({ capabilities }) }),
			sessions: only<Sessions>({ byKey: () => undefined }),
			panels: only<ChatPanels>({ onShow }),
		}),
	);
}

function hosted(fields: object): HostedSession {
	const state = { key: 's1', agentName: 'Plain', cwd: '/work', entries: new Map(), title: '', ...fields };
	return only<HostedSession>({ session: only<Session>({ state: only<SessionState>(state) }) });
}

hostTest('Rename and Delete of a session that an agent keeps say at once that it cannot', async () => {
	await spying(async ({ messages }) => {
		await commands()['acpHost.renameSession'](listed);
		await commands()['acpHost.deleteSession'](listed);
		assert.deepEqual(messages, [
			'Plain does not let its sessions be renamed, or acpHost.unstable.setTitle is off.',
			'Plain cannot delete sessions.',
		]);
	});
});

hostTest('Delete of a session that its agent does not know says what to do instead', async () => {
	await spying(async ({ messages }) => {
		await commands(hosted({ sessionId: undefined }))['acpHost.deleteSession'](undefined);
		assert.match(messages.join(), /does not know this session yet.* Close it instead/u);
	});
});

hostTest('a button of a notice is about the session that it stands in', async () => {
	await spying(async ({ commands: ran }) => {
		const parts = {
			agents: only<AgentService>({}),
			sessions: () => only<Sessions>({}),
			login: only<Login>({}),
		};
		// What the commands do is not theirs to tell: the session is unknown in this window.
		for (const action of ['login', 'choose_mcp_servers'] as const)
			await runNoticeAction(action, hosted({ key: 'of the tab' }), parts).catch(() => undefined);
		const argument = { acpHostSession: 'of the tab' };
		assert.deepEqual(
			ran.filter(([id]) => id.startsWith('acpHost.')),
			[
				['acpHost.login', argument],
				['acpHost.chooseWorkspaceMcpServers', argument],
			],
		);
	});
});

hostTest(
	'the palette is about the tab that is active, the menu of the side bar about what that shows',
	() => {
		const logs: string[] = [];
		const run = windowCommands(
			only<WindowCommandParts>({
				agents: only<AgentService>({ showLog: (name) => void logs.push(name) }),
				sessions: only<Sessions>({ active: hosted({ agentName: 'of the side bar' }) }),
				panels: only<ChatPanels>({ onShow: hosted({ agentName: 'of the tab' }) }),
			}),
		);
		void run['acpHost.showLog'](undefined);
		void run['acpHost.showLogOfView'](undefined);
		assert.deepEqual(logs, ['of the tab', 'of the side bar']);
	},
);
