/** What package.json promises, read as VS Code reads it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { parseAgents } from '../../../src/host/settings/agentDefinition.ts';
import { parseEndpoint } from '../../../src/host/settings/parseEndpoint.ts';

interface Setting {
	readonly scope?: string;
	readonly [name: string]: unknown;
}

interface Manifest {
	readonly engines: { readonly vscode: string };
	readonly activationEvents: readonly string[];
	readonly enabledApiProposals?: unknown;
	readonly dependencies?: unknown;
	readonly extensionKind: readonly string[];
	readonly capabilities: Readonly<Record<string, { readonly supported: unknown }>>;
	readonly contributes: {
		readonly commands: readonly {
			readonly command: string;
			readonly title: string;
			readonly category: string;
		}[];
		readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
		readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
		readonly keybindings: readonly Keybinding[];
		readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
		readonly configurationDefaults?: unknown;
	};
}

/** Settings that only change how things look. A repository may set them; nothing else may be added here lightly. */
const displayOnly = new Set([
	'acpHost.followAgent',
	'acpHost.location',
	'acpHost.notifications.requests',
	'acpHost.notifications.questions',
	'acpHost.notifications.turnDone',
	'acpHost.notifications.turnFailed',
]);

const manifest = JSON.parse(
	await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
) as Manifest;
const { contributes } = manifest;
/** What stands for `%its.key%`. */
const english = JSON.parse(
	await readFile(new URL('../../../package.nls.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

interface Keybinding {
	readonly command: string;
	readonly when?: string;
	readonly args?: {
		readonly commands?: readonly (string | { readonly command: string; readonly args?: unknown })[];
	};
}

/** What keys of ours run that VS Code brings along. */
const ofVscode: ReadonlySet<string> = new Set(['list.toggleSelection']);

function commandsOf({ command, args }: Keybinding): readonly string[] {
	if (command !== 'runCommands') return [command];
	return (args?.commands ?? []).map((one) => (typeof one === 'string' ? one : one.command));
}

describe('the manifest', () => {
	const settings = Object.entries(contributes.configuration.properties);

	it('has settings, all under our name', () => {
		assert.ok(settings.length >= 4);
		for (const [name] of settings) assert.match(name, /^acpHost\./u);
	});

	for (const [name, { scope }] of settings) {
		it(`a workspace cannot set ${name} unless it is display only [hazard F1] [hazard C8]`, () => {
			if (displayOnly.has(name)) assert.equal(scope, 'window');
			else assert.equal(scope, 'machine');
		});
	}

	it('has no setting that answers, allows or denies: rules live in storage of our own [hazard C8]', () => {
		const telling = /permission|approv|allow|deny|trust|rule|yolo|auto(?!$)/iu;
		// Which version an agent is asked for may be found out by itself.
		for (const [name] of settings) assert.doesNotMatch(name, telling);
		assert.doesNotMatch(
			JSON.stringify(contributes.configuration),
			/allow_once|allow_always|permissionRules/u,
		);
	});

	it('allows display settings by name only while they exist', () => {
		for (const name of displayOnly)
			assert.ok(
				settings.some(([known]) => known === name),
				name,
			);
	});

	it('agents default to none: object settings are merged over their default', () => {
		assert.deepEqual(contributes.configuration.properties['acpHost.agents']?.['default'], {});
	});

	it('names each field that an agent may have, and which of them need a command or an address', () => {
		const agents = contributes.configuration.properties['acpHost.agents'] ?? assert.fail();
		const schema = agents['additionalProperties'] as Readonly<Record<string, object>>;
		const { properties = {}, oneOf, dependencies = {}, additionalProperties } = schema;
		const both = { protocol: 1, mcpServers: {} };
		const program = { command: 'a', args: [], env: {}, cwd: '/', ...both };
		const remote = { url: 'wss://a.example', headers: {}, ...both };
		assert.deepEqual(new Set(Object.keys(properties)), new Set(Object.keys({ ...program, ...remote })));
		assert.equal(additionalProperties, false);
		assert.deepEqual(oneOf, [{ required: ['command'] }, { required: ['url'] }]);
		const { agents: read, problems } = parseAgents({ program, remote }, (entry) =>
			parseEndpoint(entry, false),
		);
		assert.deepEqual([read.map(({ type }) => type), problems], [['program', 'remote'], []]);
		for (const [field, [needed = '']] of Object.entries(dependencies) as [string, string[]][]) {
			assert.ok(field in (needed === 'url' ? remote : program), field);
		}
	});

	it('runs in trusted folders on a disk only, next to the files [hazard F2]', () => {
		assert.equal(manifest.capabilities['untrustedWorkspaces']?.supported, false);
		assert.equal(manifest.capabilities['virtualWorkspaces']?.supported, false);
		assert.deepEqual(manifest.extensionKind, ['workspace']);
		assert.equal(contributes.configurationDefaults, undefined);
	});

	it('has no command in the menu of the chat in the side bar that would mean an active tab', () => {
		const ofTabs = ['restartAgent', 'showLog', 'stop', 'closeSession'].map((name) => `acpHost.${name}`);
		const shown = (contributes.menus['view/title'] ?? []).map(({ command }) => command);
		assert.deepEqual(
			shown.filter((command) => ofTabs.includes(command)),
			[],
		);
	});

	it('starts nothing before its first use and asks for no proposed API [hazard G6] [hazard F9]', () => {
		for (const event of manifest.activationEvents) assert.match(event, /^onWebviewPanel:/u);
		assert.equal(manifest.enabledApiProposals, undefined);
		assert.equal(manifest.dependencies, undefined);
	});

	it('names commands in one way, and uses only commands that it has', () => {
		const ids = new Set(contributes.commands.map(({ command }) => command));
		for (const { command, category } of contributes.commands) {
			assert.match(command, /^acpHost\./u);
			assert.equal(category, 'ACP');
		}
		const used = Object.values(contributes.menus)
			.flat()
			.map(({ command }) => command);
		for (const command of [...used, ...contributes.keybindings.flatMap(commandsOf)]) {
			assert.ok(ids.has(command) || ofVscode.has(command), command);
		}
		const titles = contributes.commands.map(({ title }) => english[title.slice(1, -1)]);
		for (const title of [
			'New Session',
			'Open Session in Editor',
			'Restart Agent',
			'Show Log',
			'Open Settings',
			'Focus Chat',
			'Answer Permission Request',
			'Choose Workspace MCP Servers',
		]) {
			assert.ok(titles.includes(title), title);
		}
	});

	it('has keys in trees that are about the row with the focus, in each of two containers', () => {
		const inTrees = contributes.keybindings.filter(({ command }) => command === 'runCommands');
		assert.ok(inTrees.length >= 5);
		for (const { when = '', args } of inTrees) {
			const view = /^focusedView =~ \/\^(acpHost)\\.(\w+)\/ && /u.exec(when)?.slice(1).join('.');
			assert.match(
				when,
				/ && listFocus && listHasSelectionOrFocus && !treestickyScrollFocused && !inputFocus$/u,
			);
			const [first, second, last] = args?.commands ?? [];
			assert.deepEqual([first, second], ['list.toggleSelection', 'list.toggleSelection']);
			assert.deepEqual(typeof last === 'object' ? last.args : undefined, [
				[
					{ $treeViewId: view, $focusedTreeItem: true },
					{ $treeViewId: `${view}Secondary`, $focusedTreeItem: true },
				],
			]);
		}
	});

	it('shows the chat and the sessions in one of two containers', () => {
		const views = Object.values(contributes.views).flat();
		assert.equal(new Set(views.map(({ id }) => id)).size, views.length);
		for (const [container, operator] of [
			['acpHost', '!='],
			['acpHostSecondary', '=='],
		] as const) {
			const shown = contributes.views[container] ?? [];
			const always = `config.acpHost.location ${operator} secondarySideBar`;
			// Changes and rules take no room before there are any.
			assert.deepEqual(
				shown.map(({ when }) => when),
				[always, `acpHost.hasChanges && ${always}`, always, `acpHost.hasPermissionRules && ${always}`],
			);
		}
	});
});
