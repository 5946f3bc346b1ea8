/** Stored logins that are forgotten: what becomes of the sessions whose agents are restarted because of it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { said } from '../../../../src/core/view/sayings.ts';
import type { AgentService } from '../../../../src/host/agents/agentService.ts';
import type { LoginSecrets } from '../../../../src/host/login/loginSecrets.ts';
import type { Sessions } from '../../../../src/host/sessions/sessions.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { settle } from '../../core/session/driver/transcript.ts';
import { useVscode } from '../fakeVscode.ts';
import { hostedFake } from '../hostedFake.ts';
import { only } from '../../only.ts';

const { loginCommands } = await import('../../../../src/host/login/loginCommands.ts');

type Rig = ReturnType<typeof openFakeSession>;

const notices = ({ session }: Rig): string[] =>
	[...session.state.entries.values()].flatMap((entry) =>
		entry.type === 'notice' ? [said(entry.title)] : [],
	);

it('agents that are restarted to forget a login have not crashed, and their sessions go on [hazard B3]', async () => {
	const agentName = 'One';
	const rigOf = (key: string, name = agentName): Rig => openFakeSession({ seed: { key, agentName: name } });
	const [working, idle, closed, other] = [rigOf('1'), rigOf('2'), rigOf('3'), rigOf('4', 'Two')];
	void working.session.prompt([text('go')]);
	await working.agent.prompted();
	await idle.session.start();
	await other.session.start();
	const all = [working, idle, closed, other].map(({ session }) => hostedFake(session));
	const restarted: string[] = [];
	useVscode({
		window: {
			showQuickPick: (items: readonly unknown[]) => Promise.resolve(items),
			showInformationMessage: (_text: string, button: string) => Promise.resolve(button),
		},
	});
	const commands = loginCommands({
		panels: { onShow: undefined },
		agents: only<AgentService>({
			restart: (name) => {
				restarted.push(name);
				for (const { agent } of [working, idle]) agent.exit(new AgentError('exited', 'ended'));
				return Promise.resolve();
			},
		}),
		sessions: only<Sessions>({ all, byKey: (key) => all.find(({ session }) => session.state.key === key) }),
		secrets: only<LoginSecrets>({ agentNames: [agentName], forget: () => Promise.resolve() }),
		settings: only({}),
		dialog: only({}),
	});
	await commands['acpHost.forgetSecrets']();
	await settle();
	assert.deepEqual(restarted, [agentName]);
	assert.deepEqual(notices(working), ['The agent was restarted, and the turn ended with it']);
	assert.deepEqual(notices(idle), []);
	assert.deepEqual(
		all.map(({ session }) => session.isOpen),
		[true, true, false, true],
	);
	assert.deepEqual(closed.agent.calls, []);
	assert.equal(other.agent.calls.filter((call) => call.startsWith('newSession')).length, 1);
});
