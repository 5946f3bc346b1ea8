/** Where an agent reaches its models (unstable): listed, changed and switched off from the palette. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { AgentService } from './agentService.ts';
import { messageText } from '../common/displayText.ts';
import type { CommandsOf, providerCommandIds } from '../common/commandIds.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type * as AgentBundle from './agentBundle.ts';

interface ProviderParts {
	/** The session that is on show. */
	readonly panels: { readonly onShow: HostedSession | undefined };
	readonly agents: AgentService;
}

export function providerCommands(parts: ProviderParts): CommandsOf<typeof providerCommandIds> {
	return { 'acpHost.configureProviders': () => configureProviders(parts) };
}

async function configureProviders({ panels, agents }: ProviderParts): Promise<void> {
	const state = panels.onShow?.session.state;
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
	await lazyBundle<typeof AgentBundle>('./runningAgent.cjs').chooseProvider(port);
}
