import path from 'node:path';
import * as vscode from 'vscode';
import type { Offer } from '../../core/acp/shared/initialized.ts';
import type { SessionSetup } from '../../core/session/model/agentPort.ts';
import { type UnstableFeature, unstableFeatures } from '../../core/session/model/capabilities.ts';
import { bundledScript } from '../../node/bundledScript.ts';
import { type Bundle, lazyBundle } from '../common/lazyBundle.ts';
import type * as Endpoints from './parseEndpoint.ts';
import { type AgentDefinition, type AgentSettings, parseAgents } from './agentDefinition.ts';
import type { ProxySettings } from '../../node/transport/proxy.ts';

const section = 'acpHost';

/** The name people see for the agent that comes with the extension. */
const demoAgentName = 'Demo Agent';

/** Reads our settings afresh on each call, so that a change takes effect without a reload. */
export class Settings {
	readonly #demoAgent: AgentDefinition;

	/** @param demoAgent how the built-in agent is started on this machine */
	constructor(demoAgent: AgentDefinition) {
		this.#demoAgent = demoAgent;
	}

	/** The configured agents first, the built-in one last unless it is switched off. */
	get agents(): AgentSettings {
		const configuration = vscode.workspace.getConfiguration(section);
		const { agents, problems } = parseAgents(configuration.get('agents'), (entry) =>
			lazyBundle<Bundle & typeof Endpoints>('./login.cjs').parseEndpoint(entry, this.allowsHttp),
		);
		const hasDemo =
			configuration.get('demoAgent', true) && !agents.some(({ name }) => name === demoAgentName);
		return { agents: hasDemo ? [...agents, this.#demoAgent] : agents, problems };
	}

	agent(name: string): AgentDefinition | undefined {
		return this.agents.agents.find((agent) => agent.name === name);
	}

	/** What agents may ask of us, as far as the settings say. Whether `terminalLogin` counts depends on the agent. */
	get offer(): Offer {
		const configuration = vscode.workspace.getConfiguration(section);
		const elicitation = configuration.get('offer.elicitation', true);
		return {
			files: configuration.get('offer.fileSystem', true),
			terminals: configuration.get('offer.terminal', true),
			terminalLogin: true,
			forms: elicitation,
			urls: elicitation,
		};
	}

	/** Drafts of the protocol that are switched on (acp C128). */
	get unstable(): ReadonlySet<UnstableFeature> {
		const configuration = vscode.workspace.getConfiguration(`${section}.unstable`);
		return new Set(unstableFeatures.filter((feature) => configuration.get(feature, false)));
	}

	/** Agents at an address may be reached by streamable HTTP, too. That draft is no feature of the protocol's messages. */
	get allowsHttp(): boolean {
		return vscode.workspace.getConfiguration(section).get('unstable.http', false);
	}

	/** What is sent with each session, for agents that take it (unstable). Undefined when there is nothing to send. */
	get systemPrompt(): SessionSetup['systemPrompt'] {
		const configuration = vscode.workspace.getConfiguration(`${section}.systemPrompt`);
		const text = configuration.get('text', '');
		if (text.trim() === '') return undefined;
		return { mode: configuration.get('replaces', false) ? 'override' : 'append', text };
	}

	/** The last choice of an option is set again in new sessions only when the user asks for it. */
	get remembersOptions(): boolean {
		return vscode.workspace.getConfiguration(section).get('rememberOptions', false);
	}

	/** Traffic is logged only when the user asks for it (hazard F5). */
	get logsTraffic(): boolean {
		return vscode.workspace.getConfiguration(section).get('trace.traffic', false);
	}

	readonly onDidChange: vscode.Event<void> = (listener, thisArg, disposables) =>
		vscode.workspace.onDidChangeConfiguration(
			(event) => {
				if (event.affectsConfiguration(section)) listener.call(thisArg, undefined);
			},
			undefined,
			disposables,
		);
}

/**
 * Opens the settings file that counts for us, at the agents if it has any. In a remote or web window `machine` settings
 * are read from the remote file only, so that one is opened there.
 */
export async function openSettings(): Promise<void> {
	await vscode.commands.executeCommand(
		vscode.env.remoteName === undefined
			? 'workbench.action.openSettingsJson'
			: 'workbench.action.openRemoteSettingsFile',
		// Not to be edited: VS Code would write into what the user types by then.
		{ revealSetting: { key: 'acpHost.agents', edit: false } },
	);
}

/** The agent that comes with the extension, run with VS Code's own Node (docs/decisions/processes.md). */
export function demoAgent(context: vscode.ExtensionContext): AgentDefinition {
	const { command, args, env } = bundledScript(context.asAbsolutePath('dist/demoAgent.cjs'));
	const state = context.storageUri ?? context.globalStorageUri;
	return {
		type: 'program',
		name: demoAgentName,
		command,
		args,
		env: { ...env, ACP_HOST_DEMO_STATE: path.join(state.fsPath, 'demo-agent') },
		protocol: 1,
		isBuiltIn: true,
	};
}

/** What VS Code is told of proxies and authorities; read anew on each use. */
export function proxySettings(): ProxySettings {
	const http = vscode.workspace.getConfiguration('http');
	return {
		support: http.get('proxySupport') ?? 'override',
		proxy: http.get('proxy') ?? '',
		noProxy: http.get<readonly string[]>('noProxy') ?? [],
		isStrict: http.get('proxyStrictSSL') ?? true,
		authorization: http.get<string | null>('proxyAuthorization') ?? undefined,
		systemCertificates: http.get('systemCertificates') ?? true,
	};
}

/** True where `acpHost.location` puts our views into the secondary side bar. */
export function isInSecondarySideBar(): boolean {
	return vscode.workspace.getConfiguration('acpHost').get('location') === 'secondarySideBar';
}
