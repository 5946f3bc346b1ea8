/** What a later Pioneer gateway asks: the text that the user answers has all of it, and rules know its command. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRequestFacts } from '../../../../src/core/rules/requestFacts.ts';
import { detailsOf, permissionCwd, missingDetailsText } from '../../../../src/core/view/permissionSubject.ts';
import { play } from '../session/driver/play.ts';
import { begun, type Gateway } from './pioneerRig.ts';

interface Shown {
	readonly title: string;
	/** All that the user reads beside the title. */
	readonly text: string;
	/** What rules take for commands. */
	readonly commands: readonly string[];
	readonly optionKinds: readonly string[];
}

/** What the one question of a gateway becomes in a session. */
async function shownOf(tell: (gateway: Gateway) => void): Promise<Shown> {
	const gateway = await begun('later');
	tell(gateway);
	await new Promise(setImmediate);
	const [request] = gateway.target.asked;
	assert.ok(request !== undefined);
	const { state, entries } = play({ type: 'permission_requested', permissionId: 'p', at: 1, ...request });
	const [entry] = entries;
	assert.ok(entry?.type === 'permission');
	const asked = { sessionKey: 's', agentName: 'Gateway', cwd: '/ws', entry, call: undefined };
	const details = detailsOf(entry, undefined, (path) => path);
	const said = details === undefined ? [missingDetailsText(entry)] : [details.what, ...details.given];
	const cwd = permissionCwd(entry, state);
	return {
		title: entry.title,
		text: [entry.description, ...said, ...(cwd === undefined ? [] : [`in ${cwd}`])]
			.filter((part) => part !== undefined)
			.join('\n'),
		commands: readRequestFacts(asked).commands,
		optionKinds: entry.options.map(({ kind }) => kind),
	};
}

function runtimeRequest(request: object): Promise<Shown> {
	return shownOf(({ wire, threadId }) =>
		wire.tell('cli_runtime/request_opened', {
			workspace_id: 'ws_1',
			runtime_id: 'rt',
			request_id: 'q',
			thread_id: threadId,
			turn_id: 't',
			request: { title: 'Run', ...request },
		}),
	);
}

function permission(fields: object): Promise<Shown> {
	return shownOf(({ wire, threadId }) =>
		wire.tellUndocumented('turn/permission/request/opened', {
			request: {
				request_id: 'q',
				workspace_id: 'ws_1',
				thread_id: threadId,
				turn_id: 't',
				tool_name: 'exec_command',
				action: 'shell_command',
				scope_hash: 'h',
				reason: 'policy_requires_approval',
				summary: 'Run it',
				...fields,
			},
		}),
	);
}

describe('An agent that a Pioneer gateway runs asks for', () => {
	it('a command, which is shown whole and known to rules; no rule allows it [hazard C7]', async () => {
		const payload = { command: 'rm -rf x', cwd: '/elsewhere', env: { PATH: '/tmp' } };
		const shown = await runtimeRequest({ kind: 'command_approval', message: 'Needed', payload });
		assert.deepEqual(shown, {
			title: 'Run',
			text: 'Needed\n{"env":{"PATH":"/tmp"}}\nrm -rf x\nin /elsewhere',
			commands: ['rm -rf x'],
			optionKinds: ['other', 'reject_once'],
		});
	});

	it('a command of words, with what is given to it [hazard C7]', async () => {
		for (const payload of [
			{ command: ['curl', 'a b'] },
			{ command: 'curl', args: ['a b'] },
			{ command: ['curl'], args: ['a b'] },
		]) {
			const { text, commands } = await runtimeRequest({ kind: 'command_approval', payload });
			assert.equal(text, "curl 'a b'");
			assert.deepEqual(commands, ["curl 'a b'"]);
		}
	});

	it('anything else, which is shown as it came [hazard C7]', async () => {
		for (const [payload, text] of [
			[{ path: '/etc/hosts', changes: ['+x'] }, '{"path":"/etc/hosts","changes":["+x"]}'],
			[{ command: ['rm', 1] }, '{"command":["rm",1]}'],
			[{ command: 'rm', args: [1] }, '{"command":"rm","args":[1]}'],
			['rm -rf x', 'rm -rf x'],
			[['rm', '-rf'], '["rm","-rf"]'],
			[true, 'true'],
		] as const) {
			const shown = await runtimeRequest({ kind: 'file_change_approval', message: 'Why', payload });
			assert.equal(shown.text, `Why\n${text}`);
			assert.deepEqual(shown.commands, []);
		}
	});

	it('what it does not say, which is told', async () => {
		for (const payload of [null, {}, ''])
			assert.match((await runtimeRequest({ kind: 'permission_approval', payload })).text, /know: /u);
	});
});

describe('A Pioneer gateway asks for', () => {
	it('a command, which is shown whole and known to rules; no rule allows it [hazard C7]', async () => {
		const details = [
			{ label: 'Command', value: 'npm test', monospace: true },
			{ label: 'Folder', value: '/elsewhere' },
		];
		assert.deepEqual(await permission({ details }), {
			title: 'Run it',
			text: 'exec_command: shell_command\nFolder: /elsewhere\nnpm test',
			commands: ['npm test'],
			optionKinds: ['other', 'other', 'reject_once'],
		});
	});

	it('what is no text, which is shown as it came [hazard C7]', async () => {
		for (const [details, said] of [
			[[{ label: 'Command', value: ['rm', '-rf'] }], 'Command: ["rm","-rf"]'],
			[[{ label: 'Files', value: { a: 1 } }, 'rm -rf x'], 'Files: {"a":1}\nrm -rf x'],
			[[{ value: 'x' }, { text: 'y' }], 'x\n{"text":"y"}'],
			[[{ label: 'Size', value: null, unit: 'kB' }], '{"label":"Size","value":null,"unit":"kB"}'],
			[{ command: 'rm' }, '{"command":"rm"}'],
			[[{ label: 'Command', value: 'rm', cwd: '/' }], '{"label":"Command","value":"rm","cwd":"/"}'],
		] as const)
			assert.equal((await permission({ details })).text, `exec_command: shell_command\n${said}`);
	});

	it('what it does not describe, which is told with its kind', async () => {
		const { title, text } = await permission({ summary: null, details: [] });
		assert.equal(title, 'exec_command: shell_command');
		assert.match(text, /know: shell_command$/u);
	});
});
