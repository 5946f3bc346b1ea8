/** Where an agent reaches its models (unstable): listed, changed and switched off from the palette. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { AgentPort, AgentProvider } from '../../core/session/model/agentPort.ts';
import type { AgentService } from './agentService.ts';
import { escapeIcons, messageText, oneLine } from '../common/displayText.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { Sessions } from '../sessions/sessions.ts';

interface ProviderParts {
	readonly sessions: Sessions;
	readonly agents: AgentService;
	readonly log: vscode.LogOutputChannel;
}

export function registerProviderCommands(parts: ProviderParts): Disposable {
	return registerGuarded(parts.log, { 'acpHost.configureProviders': () => configureProviders(parts) });
}

async function configureProviders({ sessions, agents }: ProviderParts): Promise<void> {
	const state = sessions.active?.session.state;
	if (state === undefined) {
		void vscode.window.showInformationMessage(t('Start a session with the agent first.'));
		return;
	}
	const { port } = await agents.sourceFor(state.agentName, state.cwd).acquire();
	if (!port.capabilities.providers) {
		const message = t(
			'{0} does not let its model providers be changed, or acpHost.unstable.providers is off.',
			state.agentTitle,
		);
		void vscode.window.showInformationMessage(messageText(message));
		return;
	}
	await chooseProvider(port);
}

/** Lets the user pick a provider of the agent, and change it. */
export async function chooseProvider(port: AgentPort): Promise<void> {
	const provider = await pickProvider(await port.listProviders());
	if (provider !== undefined) await changeProvider(port, provider);
}

async function pickProvider(providers: readonly AgentProvider[]): Promise<AgentProvider | undefined> {
	const items = providers.map((provider) => ({
		label: escapeIcons(oneLine(provider.providerId)),
		description: provider.current === undefined ? t('off') : oneLine(provider.current.apiType),
		detail: oneLine(provider.current?.baseUrl ?? ''),
		provider,
	}));
	const placeHolder =
		items.length === 0 ? t('The agent names no model providers') : t('The model provider to change');
	const picked = await vscode.window.showQuickPick(items, { title: t('ACP: Model Providers'), placeHolder });
	return picked?.provider;
}

async function changeProvider(port: AgentPort, provider: AgentProvider): Promise<void> {
	const change = { label: t('Change Address…'), run: () => setProvider(port, provider) };
	const disable = { label: t('Switch Off'), run: () => port.disableProvider(provider.providerId) };
	const actions = provider.isRequired || provider.current === undefined ? [change] : [change, disable];
	const title = `ACP: ${oneLine(provider.providerId)}`;
	const picked = await vscode.window.showQuickPick(actions, { title });
	await picked?.run();
}

async function setProvider(
	port: AgentPort,
	{ providerId, supported, current }: AgentProvider,
): Promise<void> {
	const title = `ACP: ${oneLine(providerId)}`;
	const apiType = await vscode.window.showQuickPick([...supported], { title, placeHolder: t('Protocol') });
	if (apiType === undefined) return;
	const baseUrl = await vscode.window.showInputBox({
		title,
		prompt: t('Address of the service. What you say to the agent is sent there.'),
		value: current?.baseUrl ?? 'https://',
		validateInput: (text) =>
			isAddress(text) ? undefined : t('An http or https address, such as https://example.org/v1'),
	});
	if (baseUrl !== undefined) await port.setProvider({ providerId, apiType, baseUrl });
}

function isAddress(text: string): boolean {
	const url = URL.parse(text);
	return url !== null && /^https?:$/u.test(url.protocol) && url.hostname !== '';
}
