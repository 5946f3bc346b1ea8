import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { spoken } from '../../../src/core/base/l10n.ts';
import * as vscode from 'vscode';
import { parseAgents } from '../../../src/host/settings/agentDefinition.ts';
import { parseEndpoint } from '../../../src/host/settings/parseEndpoint.ts';
import { userMcpFile } from '../../../src/host/mcp/mcpFiles.ts';
import { McpServers, type McpServersParts } from '../../../src/host/mcp/mcpServers.ts';
import { answering, type Row } from './quickPicks.ts';
import { hostTest } from './registry.ts';
import { put, withScratch } from './scratch.ts';

/** Storage that lives as long as the test. */
function memory(): vscode.Memento {
	const kept = new Map<string, unknown>();
	return {
		keys: () => [...kept.keys()],
		get: <T>(key: string, fallback?: T) => (kept.has(key) ? (kept.get(key) as T) : (fallback as T)),
		update: (key, value: unknown) => {
			// VS Code stores JSON.
			kept.set(key, JSON.parse(JSON.stringify(value)));
			return Promise.resolve();
		},
	};
}

interface Setup {
	readonly servers?: unknown;
	readonly agents?: unknown;
	readonly importsUser?: boolean;
	readonly usesWorkspace?: boolean;
	readonly isTrusted?: boolean;
	readonly globalState?: vscode.Memento;
	readonly openText?: McpServersParts['openText'];
}

function mcpServersFor(folder: string, setup: Setup): McpServers {
	const agents = parseAgents(setup.agents, (entry) => parseEndpoint(entry, false));
	return new McpServers({
		settings: { agents, agent: (name) => agents.agents.find((agent) => agent.name === name) },
		globalState: setup.globalState ?? memory(),
		userFile: userMcpFile(path.join(folder, 'User', 'globalStorage', 'acp-host.acp-host')),
		openText: setup.openText ?? (() => Promise.reject(new Error('Nothing was to be opened.'))),
		configuration: () => ({
			servers: setup.servers,
			importsUser: setup.importsUser === true,
			usesWorkspace: setup.usesWorkspace === true,
		}),
		isTrusted: () => setup.isTrusted !== false,
	});
}

const labelled =
	(...labels: readonly string[]) =>
	(rows: readonly Row[]): Row[] =>
		rows.filter(({ label }) => labels.includes(label));
const row =
	(label: string) =>
	(rows: readonly Row[]): Row | undefined =>
		rows.find((item) => item.label === label);
const preselected = (rows: readonly Row[]): Row[] => rows.filter(({ picked }) => picked === true);

async function namesFor(servers: McpServers, folder: string): Promise<string[]> {
	return (await servers.forSession('A', folder)).servers.map(({ name }) => name);
}

const vscodeFile = JSON.stringify({ servers: { one: { command: 'one' }, two: { command: 'two' } } });

hostTest('servers of the settings are passed, the closest place wins, variables are put in [acp C44]', () =>
	withScratch(async (folder) => {
		const servers = mcpServersFor(folder, {
			servers: { a: { command: 'global', args: ['${workspaceFolder}'] }, b: { url: 'https://b' }, c: {} },
			agents: {
				A: { command: 'x', mcpServers: { b: { command: 'own' }, bad: { args: [] } } },
				B: { command: 'y', mcpServers: { other: { command: 'o' } } },
			},
		});
		const { servers: given, problems } = await servers.forSession('A', folder);
		assert.deepEqual(
			{ servers: given, problems: problems.map(spoken) },
			{
				servers: [
					{ type: 'stdio', name: 'a', command: 'global', args: [folder], env: {} },
					{ type: 'stdio', name: 'b', command: 'own', args: [], env: {} },
				],
				problems: [
					'acpHost.mcpServers → "c": needs a "command" that is started or a "url" that is called.',
					'acpHost.agents → "A" → mcpServers → "bad": needs a "command" that is started or a "url" that is called.',
				],
			},
		);
		assert.deepEqual(
			(await servers.forSession('Demo Agent', folder)).servers.map(({ name }) => name),
			['a', 'b'],
		);
	}),
);

hostTest(
	'an agent at an address gets the servers of its own entry, and no keys of the others [hazard F5]',
	() =>
		withScratch(async (folder) => {
			const servers = mcpServersFor(folder, {
				servers: { a: { command: 'a', env: { KEY: 'hunter2' } }, b: { command: 'shared' } },
				agents: { A: { url: 'wss://agents.example', mcpServers: { b: { url: 'https://b.example' } } } },
				importsUser: true,
				usesWorkspace: true,
			});
			await put(folder, 'User/mcp.json', '{"servers": {"mine": {"command": "m"}}}');
			await put(folder, '.vscode/mcp.json', vscodeFile);
			const { servers: given, problems } = await servers.forSession('A', folder);
			assert.deepEqual(given, [{ type: 'http', name: 'b', url: 'https://b.example', headers: {} }]);
			assert.deepEqual(problems.map(spoken), [
				'Not passed to an agent at an address, unless its own "mcpServers" names them: "a".',
			]);
		}),
);

hostTest('what the user writes into the settings is passed from the next session on [acp C44]', () =>
	withScratch(async (folder) => {
		const servers = new McpServers({
			settings: { agents: parseAgents(undefined), agent: () => undefined },
			globalState: memory(),
			userFile: path.join(folder, 'mcp.json'),
			openText: () => Promise.resolve(),
		});
		const write = (value: unknown): Thenable<void> =>
			vscode.workspace
				.getConfiguration('acpHost')
				.update('mcpServers', value, vscode.ConfigurationTarget.Global);
		assert.deepEqual(await namesFor(servers, folder), []);
		try {
			await write({ real: { command: 'r', args: ['x'] } });
			assert.deepEqual((await servers.forSession('A', folder)).servers, [
				{ type: 'stdio', name: 'real', command: 'r', args: ['x'], env: {} },
			]);
		} finally {
			await write(undefined);
		}
		assert.deepEqual(await namesFor(servers, folder), []);
	}),
);

hostTest('the user’s mcp.json is imported only when that is switched on [acp C44]', () =>
	withScratch(async (folder) => {
		await put(
			folder,
			'User/mcp.json',
			'{"servers": {"mine": {"command": "m"}, /**/ "b": {"command": "b1"},}}',
		);
		const setting = { b: { command: 'b2' } };
		assert.deepEqual(await namesFor(mcpServersFor(folder, { servers: setting }), folder), ['b']);
		const { servers, problems } = await mcpServersFor(folder, {
			servers: setting,
			importsUser: true,
		}).forSession('A', folder);
		assert.deepEqual(problems, []);
		assert.deepEqual(
			servers.map((server) => [server.name, server.type === 'stdio' ? server.command : '']),
			[
				['mine', 'm'],
				['b', 'b2'],
			],
		);
	}),
);

hostTest('a user’s mcp.json that is missing is no problem, an unreadable one is one', () =>
	withScratch(async (folder) => {
		const servers = mcpServersFor(folder, { importsUser: true });
		assert.deepEqual(await servers.forSession('A', folder), { servers: [], problems: [] });
		await put(folder, 'User/mcp.json', '{"servers": ');
		const broken = await servers.forSession('A', folder);
		assert.equal(broken.problems.length, 1);
		assert.match(
			spoken(broken.problems[0] ?? ''),
			/User.mcp\.json is not used, because it is not valid JSON/u,
		);
	}),
);

hostTest(
	'a workspace’s servers are not passed while that is switched off, as it is at first [hazard F1]',
	() =>
		withScratch(async (folder) => {
			await put(folder, '.vscode/mcp.json', vscodeFile);
			await put(folder, '.mcp.json', '{"mcpServers": {"three": {"command": "three"}}}');
			const globalState = memory();
			const on = mcpServersFor(folder, { usesWorkspace: true, globalState });
			await answering([(rows) => rows], () => on.pickWorkspaceServers(folder));
			assert.deepEqual(await namesFor(on, folder), ['three', 'one', 'two']);
			const off = mcpServersFor(folder, { globalState });
			assert.deepEqual(await off.forSession('A', folder), { servers: [], problems: [] });
			const configuration = vscode.workspace.getConfiguration('acpHost');
			assert.equal(configuration.inspect('mcp.useWorkspace')?.defaultValue, false);
			assert.equal(configuration.inspect('mcp.importUser')?.defaultValue, false);
		}),
);

hostTest('a workspace’s server is passed once it is picked, and nothing is preselected [hazard F1]', () =>
	withScratch(async (folder) => {
		await put(folder, '.vscode/mcp.json', vscodeFile);
		const servers = mcpServersFor(folder, { usesWorkspace: true });
		const before = await servers.forSession('A', folder);
		assert.deepEqual(before.servers, []);
		assert.deepEqual(before.problems.map(spoken), [
			'New in this workspace, and not used until you choose: "one", "two".',
		]);
		const [first] = await answering([labelled('one')], () => servers.pickWorkspaceServers(folder));
		assert.deepEqual(preselected(first ?? []), []);
		// What was left unchecked is answered, too: no session asks again.
		assert.deepEqual(await servers.forSession('A', folder), {
			servers: [{ type: 'stdio', name: 'one', command: 'one', args: [], env: {} }],
			problems: [],
		});
		const [second] = await answering([() => undefined], () => servers.pickWorkspaceServers(folder));
		assert.deepEqual(
			preselected(second ?? []).map(({ label }) => label),
			['one'],
		);
		assert.deepEqual(await namesFor(servers, folder), ['one']);
	}),
);

for (const [what, entry] of [
	['its command', { command: 'evil' }],
	['an argument', { command: 'one', args: ['--evil'] }],
	['a value of env', { command: 'one', env: { NODE_OPTIONS: '--require ./evil' } }],
	['its kind', { url: 'https://evil.example' }],
] as const) {
	hostTest(`a picked server asks again when ${what} changes, and again after that [hazard F1]`, () =>
		withScratch(async (folder) => {
			await put(folder, '.vscode/mcp.json', vscodeFile);
			const servers = mcpServersFor(folder, { usesWorkspace: true });
			await answering([labelled('one')], () => servers.pickWorkspaceServers(folder));
			await put(folder, '.vscode/mcp.json', JSON.stringify({ servers: { one: entry } }));
			const changed = await servers.forSession('A', folder);
			assert.deepEqual(changed.servers, []);
			assert.match(changed.problems.map(spoken).join(), /^Changed since you chose.*: "one"\.$/u);
			const [rows] = await answering([() => undefined], () => servers.pickWorkspaceServers(folder));
			assert.deepEqual(preselected(rows ?? []), []);
			assert.match(rows?.[0]?.description ?? '', /changed since you chose/u);
			assert.deepEqual(await namesFor(servers, folder), []);
		}),
	);
}

hostTest('an answer holds for its folder, file and name only [hazard F1]', () =>
	withScratch(async (folder) => {
		const globalState = memory();
		const servers = mcpServersFor(folder, { usesWorkspace: true, globalState });
		const other = path.join(folder, 'other');
		await mkdir(other);
		await put(folder, '.vscode/mcp.json', vscodeFile);
		await put(other, '.vscode/mcp.json', vscodeFile);
		await answering([labelled('one')], () => servers.pickWorkspaceServers(folder));
		assert.deepEqual(await namesFor(servers, other), []);
		await put(folder, '.vscode/mcp.json', '{"servers": {"renamed": {"command": "one"}}}');
		await put(folder, '.mcp.json', '{"mcpServers": {"one": {"command": "one"}}}');
		assert.deepEqual(await namesFor(servers, folder), []);
	}),
);

hostTest('what a row would hide is shown in full before it can be used [hazard C7]', () =>
	withScratch(async (folder) => {
		const hidden = { command: 'node', args: ['server.js', 'x'.repeat(200), '; rm -rf ~'] };
		const preload = { command: 'node', env: { NODE_OPTIONS: '--require ./evil\u202E.js' } };
		await put(
			folder,
			'.vscode/mcp.json',
			JSON.stringify({ servers: { hidden, preload, short: { command: 'short' } } }),
		);
		const opened: string[] = [];
		const servers = mcpServersFor(folder, {
			usesWorkspace: true,
			openText: (_name, text) => Promise.resolve(void opened.push(text)),
		});
		const all = (rows: readonly Row[]): readonly Row[] => rows;
		const [list, question] = await answering([all, row('Do Not Use')], () =>
			servers.pickWorkspaceServers(folder),
		);
		assert.ok(list?.[0]?.detail?.endsWith('"; rm -rf ~"'), 'the list cuts nothing itself');
		assert.equal(question?.[0]?.label, 'Do Not Use', 'a stray Enter does no harm');
		const lines = (opened[0] ?? '').split('\n');
		assert.match(lines.join(''), /x{200}/u);
		assert.ok(
			lines.every((line) => line.length <= 80),
			'an editor shows each line whole',
		);
		assert.match(opened[0] ?? '', /; rm -rf ~/u);
		assert.match(opened[0] ?? '', /--require \.\/evil⟨U\+202E⟩\.js/u);
		assert.doesNotMatch(opened[0] ?? '', /short/u);
		assert.deepEqual(await namesFor(servers, folder), ['short']);
		await answering([all, () => undefined], () => servers.pickWorkspaceServers(folder));
		assert.deepEqual(await namesFor(servers, folder), ['short']);
		await answering([all, row('Use')], () => servers.pickWorkspaceServers(folder));
		assert.deepEqual(await namesFor(servers, folder), ['hidden', 'preload', 'short']);
		await answering([all], () => servers.pickWorkspaceServers(folder));
	}),
);

for (const [what, args] of [
	['is twice as wide', ['止'.repeat(45)]],
	['a narrow window cuts', ['--fix', 'x'.repeat(60)]],
] as const) {
	hostTest(`a command that ${what} is shown in full before it can be used [hazard C7]`, () =>
		withScratch(async (folder) => {
			await put(folder, '.mcp.json', JSON.stringify({ mcpServers: { cut: { command: 'one', args } } }));
			const opened: string[] = [];
			const servers = mcpServersFor(folder, {
				usesWorkspace: true,
				openText: (_name, text) => Promise.resolve(void opened.push(text)),
			});
			await answering([(rows) => rows, row('Do Not Use')], () => servers.pickWorkspaceServers(folder));
			assert.ok(opened[0]?.replaceAll('\n', '').includes(args.at(-1) ?? ''));
			assert.deepEqual(await namesFor(servers, folder), []);
		}),
	);
}

hostTest('names of a workspace render no icon and make no link [hazard C7] [hazard E3]', () =>
	withScratch(async (folder) => {
		const name = '$(verified) Safe\u202E [here](command:workbench.action.quit)';
		await put(folder, '.mcp.json', JSON.stringify({ mcpServers: { [name]: { command: '$(check)' } } }));
		const servers = mcpServersFor(folder, { usesWorkspace: true });
		const [rows] = await answering([() => undefined], () => servers.pickWorkspaceServers(folder));
		assert.equal(
			rows?.[0]?.label,
			String.raw`\$(verified) Safe⟨U+202E⟩ [here](command:workbench.action.quit)`,
		);
		assert.equal(rows[0].detail, String.raw`"\$(check)"`);
		const { problems } = await servers.forSession('A', folder);
		assert.equal(problems.length, 1);
		assert.doesNotMatch(problems.map(spoken).join(), /\]\(|\u202E/u);
	}),
);

hostTest('without trust nothing is passed, asked or stored [hazard F2]', () =>
	withScratch(async (folder) => {
		await put(folder, '.vscode/mcp.json', vscodeFile);
		const globalState = memory();
		const trusted = mcpServersFor(folder, { usesWorkspace: true, globalState });
		await answering([labelled('one')], () => trusted.pickWorkspaceServers(folder));
		const untrusted = mcpServersFor(folder, {
			servers: { a: { command: 'a' } },
			usesWorkspace: true,
			isTrusted: false,
			globalState,
		});
		assert.deepEqual(await untrusted.forSession('A', folder), { servers: [], problems: [] });
		const before = JSON.stringify(globalState.get('acpHost.mcpApprovals'));
		await answering([], () => untrusted.pickWorkspaceServers(folder));
		assert.equal(JSON.stringify(globalState.get('acpHost.mcpApprovals')), before);
	}),
);

hostTest('damaged answers in the storage allow nothing [hazard F1]', () =>
	withScratch(async (folder) => {
		await put(folder, '.vscode/mcp.json', vscodeFile);
		for (const stored of [true, 'all', {}, [null, 1, { folder, isAllowed: true }], [[folder]]]) {
			const globalState = memory();
			await globalState.update('acpHost.mcpApprovals', stored);
			const servers = mcpServersFor(folder, { usesWorkspace: true, globalState });
			assert.deepEqual(await namesFor(servers, folder), []);
		}
	}),
);

hostTest(
	'the settings of a workspace name no server and switch nothing on [hazard F1] [hazard C8]',
	async () => {
		const configuration = vscode.workspace.getConfiguration('acpHost');
		for (const [name, value] of [
			['mcpServers', { evil: { command: 'evil' } }],
			['mcp.importUser', true],
			['mcp.useWorkspace', true],
		] as const) {
			await assert.rejects(
				Promise.resolve(configuration.update(name, value, vscode.ConfigurationTarget.Workspace)),
				/acpHost\.mcp/u,
				name,
			);
		}
	},
);
