/** The lists in which the model providers of an agent are shown and changed (unstable). */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { AgentPort, AgentProvider } from '../../core/session/model/agentPort.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { oneLine } from '../common/displayText.ts';

/** Lets the user pick a provider of the agent, and change it. */
export async function chooseProvider(port: AgentPort): Promise<void> {
	const provider = await pickProvider(await port.listProviders());
	if (provider !== undefined) await changeProvider(port, provider);
}

async function pickProvider(providers: readonly AgentProvider[]): Promise<AgentProvider | undefined> {
	const items = providers.map((provider) => ({
		label: oneLine(provider.providerId),
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
	const title = `ACP: ${visibleText(provider.providerId)}`;
	const picked = await vscode.window.showQuickPick(actions, { title });
	await picked?.run();
}

async function setProvider(
	port: AgentPort,
	{ providerId, supported, current }: AgentProvider,
): Promise<void> {
	const title = `ACP: ${visibleText(providerId)}`;
	const protocols = supported.map((apiType) => ({ label: oneLine(apiType), apiType }));
	const picked = await vscode.window.showQuickPick(protocols, { title, placeHolder: t('Protocol') });
	if (picked === undefined) return;
	const { apiType } = picked;
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
