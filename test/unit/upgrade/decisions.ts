/** What the user has decided and a release has kept: rules, approvals, choices of options, tool servers. */
import path from 'node:path';
import { spoken } from '../../../src/core/base/l10n.ts';
import type { JsonObject } from '../../../src/core/base/json.ts';
import { readRequestFacts } from '../../../src/core/rules/requestFacts.ts';
import { evaluateRules } from '../../../src/core/rules/evaluateRules.ts';
import type { Rule } from '../../../src/core/rules/rule.ts';
import { ruleText } from '../../../src/core/rules/ruleText.ts';
import type { PermissionContext } from '../../../src/core/session/model/permissionPorts.ts';
import { Approvals } from '../../../src/host/agents/approvals.ts';
import { RememberedProtocols } from '../../../src/host/agents/rememberedProtocols.ts';
import { LoginSecrets } from '../../../src/host/login/loginSecrets.ts';
import { McpApprovals } from '../../../src/host/mcp/mcpApprovals.ts';
import { parseMcpFile } from '../../../src/host/mcp/mcpFile.ts';
import { RememberedOptions } from '../../../src/host/options/rememberedOptions.ts';
import { PermissionLogFile } from '../../../src/host/permissions/permissionLog.ts';
import { RuleStore } from '../../../src/host/permissions/ruleStore.ts';
import {
	type AgentDefinition,
	parseAgents,
	resolveVariables,
} from '../../../src/host/settings/agentDefinition.ts';
import { mcpEntryHash } from '../../../src/host/settings/mcpDefinition.ts';
import { asJson } from './openedRelease.ts';
import { samplePermissions } from './samplePermissions.ts';
import type { RecordedMemento } from './recordedMemento.ts';
import type { StoredRelease } from './storedRelease.ts';

const unused = (): never => {
	throw new Error('What is decided needs nothing else.');
};

export class Decisions {
	readonly warnings: string[] = [];
	readonly #release: StoredRelease;
	readonly #global: RecordedMemento;
	readonly #rules: RuleStore;
	readonly #warn = (line: string): void => void this.warnings.push(line);

	constructor(release: StoredRelease, globalState: RecordedMemento, workspaceState: RecordedMemento) {
		this.#release = release;
		this.#global = globalState;
		this.#rules = new RuleStore({
			everywhere: globalState,
			workspace: workspaceState,
			now: () => release.recordedAt,
			log: this.#warn,
		});
	}

	/**
	 * What the rules say, and what comes of them.
	 * @param asked permissions that agents asked for in the stored conversations
	 */
	rules(asked: readonly PermissionContext[]): string {
		const { rules } = this.#rules;
		const named = rules.flatMap(({ agentName }) => agentName ?? []);
		const samples = samplePermissions([...new Set([...named, 'Another'])], this.#release.workspaceFolders);
		const judged = [...asked, ...samples].map((permission) => {
			const { agentName, cwd, entry, call } = permission;
			return `${agentName} in ${cwd}: ${call?.title ?? entry.title}: ${this.#judge(permission)}`;
		});
		return asJson({ rules: rules.map(sentenceOf), judged });
	}

	/** Of each agent in each folder: may it start, in which version is it spoken to, which options does it get again. */
	get agents(): string {
		const approvals = new Approvals(this.#global);
		const protocols = new RememberedProtocols(this.#global);
		const options = new RememberedOptions({ storage: this.#global, isEnabled: () => true, log: this.#warn });
		const facts = this.#release.workspaceFolders.flatMap((folder) =>
			this.#agents.map((agent): JsonObject => {
				const definition = resolveVariables(agent, folder, {});
				return {
					agent: agent.name,
					folder,
					isApproved: approvals.isApproved(definition),
					protocol: protocols.toAsk(definition),
					options: Object.fromEntries(options.of(agent.name).choices()),
				};
			}),
		);
		const builtIn = Object.fromEntries(options.of('Demo Agent').choices());
		return asJson({ agents: facts, builtIn, haveSecrets: this.#namesWithSecrets });
	}

	/** What the user said of each tool server of the workspace. */
	get mcpServers(): string {
		const file = '.vscode/mcp.json';
		const approvals = new McpApprovals(this.#global);
		const { servers, problems } = parseMcpFile(this.#release.mcpFile, file);
		const verdicts = this.#release.workspaceFolders.map((folder) => [
			folder,
			...servers.map((server) => {
				const verdict = approvals.verdict(folder, { file, server, hash: mcpEntryHash(server) });
				return `${server.name}: ${verdict}`;
			}),
		]);
		return asJson({ verdicts, problems: problems.map(spoken) });
	}

	/** The log of permissions, as the user reads it. */
	permissionLog(): Promise<string> {
		const folder = path.join(this.#release.folder, 'permission-log');
		return new PermissionLogFile({ folder, now: unused, redactor: unused, log: this.#warn }).read();
	}

	dispose(): void {
		this.#rules.dispose();
	}

	get #agents(): readonly AgentDefinition[] {
		const { agents, problems } = parseAgents(this.#release.settings['acpHost.agents']);
		this.warnings.push(...problems.map(spoken));
		return agents;
	}

	get #namesWithSecrets(): readonly string[] {
		const secrets = { get: unused, store: unused, delete: unused, keys: unused, onDidChange: unused };
		return new LoginSecrets(secrets, this.#global).agentNames;
	}

	/** Paths are taken as they are written: this machine has none of them. */
	#judge(permission: PermissionContext): string {
		const asked = readRequestFacts(permission);
		const absolute = (file: string): string => path.posix.resolve(permission.cwd, file);
		const places = {
			cwd: permission.cwd,
			paths: asked.paths.map((file) => ({ literal: absolute(file), canonical: absolute(file) })),
			mentions: asked.mentions.map((file) => [absolute(file)]),
			words: asked.words.map((file) => [absolute(file)]),
			folders: asked.folders.map(absolute),
			isProtected: false,
		};
		const now = this.#release.recordedAt;
		const decision = evaluateRules(this.#rules.rules, asked, places, { now, isCaseSensitive: true });
		const why = decision.rule === undefined ? '' : `, because: ${sentenceOf(decision.rule)}`;
		return `${decision.type === 'ask' ? 'asked' : decision.option.kind}${why}`;
	}
}

function sentenceOf(rule: Rule): string {
	return ruleText(rule, { label: (absolute) => absolute, time: (at) => new Date(at).toISOString() });
}
