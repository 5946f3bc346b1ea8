/** "ACP: New Session": which agent, in which folder. */
import * as vscode from 'vscode';
import { spoken, t } from '../../core/base/l10n.ts';
import { object, text, type TypeOf, withDefault } from '../../core/base/shape.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { type AgentDefinition, commandLineOf, resolveVariables } from '../settings/agentDefinition.ts';
import type { Approvals } from './approvals.ts';
import { escapeIcons, fitsIntoRow, messageText, oneLine } from '../common/displayText.ts';
import { openSettings, type Settings } from '../settings/settings.ts';

/** Arguments of the command, which other extensions may call, too. */
export const newSessionArguments = object({
	/** Name of the agent in the settings; asked for if absent. */
	agent: withDefault(text, undefined),
	/** Absolute path; the workspace folder if absent. */
	cwd: withDefault(text, undefined),
});
export type NewSessionArguments = TypeOf<typeof newSessionArguments>;

interface ChosenAgent {
	readonly agentName: string;
	readonly cwd: string;
}

/** Asks for what the arguments leave open. Undefined when the user changed their mind, or was told what to do. */
export async function chooseAgent(
	settings: Settings,
	approvals: Approvals,
	args: NewSessionArguments,
): Promise<ChosenAgent | undefined> {
	const cwd = args.cwd ?? (await chooseFolder());
	if (cwd === undefined) return undefined;
	if (args.agent !== undefined) {
		if (settings.agent(args.agent) !== undefined) return { agentName: args.agent, cwd };
		await reportUnknown(settings, args.agent);
		return undefined;
	}
	const agent = await pickAgent(settings, cwd);
	if (agent === undefined) return undefined;
	const resolved = resolveVariables(agent, cwd, process.env);
	// The list showed the whole command line, so choosing it is the approval (hazard F3). A list cuts what is too long:
	// then the view shows all of it and asks.
	if (fitsIntoRow(visibleText(commandLineOf(resolved)))) await approvals.approve(resolved);
	return { agentName: agent.name, cwd };
}

async function pickAgent(settings: Settings, cwd: string): Promise<AgentDefinition | undefined> {
	const { agents, problems } = settings.agents;
	const items = agents.map((agent) => {
		const label = escapeIcons(agent.name);
		if (agent.isBuiltIn)
			return { label, detail: t('Built in: shows what ACP Host can do. No key, no network.'), agent };
		return { label, detail: oneLine(commandLineOf(resolveVariables(agent, cwd, process.env))), agent };
	});
	const configure = {
		label:
			problems.length === 0
				? t('Configure Agents…')
				: t('Configure Agents… ({0} with a problem)', problems.length),
		detail:
			problems.length === 0
				? t('Add an agent to acpHost.agents in the settings.')
				: oneLine(problems.map(spoken).join(' ')),
		agent: undefined,
	};
	const picked = await vscode.window.showQuickPick([...items, configure], {
		title: t('ACP: New Session'),
		placeHolder: t('Choose an agent to talk to'),
		matchOnDetail: true,
	});
	if (picked === configure) await openSettings();
	return picked?.agent;
}

/** The folder that an agent is to work in. Undefined when there is none, which the user was told. */
export async function chooseFolder(): Promise<string | undefined> {
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const [only] = folders;
	if (only === undefined) {
		const open = t('Open Folder');
		const message = t('An agent works in a folder. Open one first, then start a session.');
		const choice = await vscode.window.showInformationMessage(messageText(message), open);
		if (choice === open) await vscode.commands.executeCommand('workbench.action.files.openFolder');
		return undefined;
	}
	if (folders.length === 1) return only.uri.fsPath;
	const picked = await vscode.window.showWorkspaceFolderPick({
		placeHolder: t('The folder the agent works in'),
	});
	return picked?.uri.fsPath;
}

async function reportUnknown(settings: Settings, name: string): Promise<void> {
	const problem = settings.agents.problems.find((one) => spoken(one).includes(`"${name}"`));
	const open = t('Open Settings');
	const choice = await vscode.window.showErrorMessage(
		messageText(
			problem === undefined ? t('There is no agent "{0}" in acpHost.agents.', name) : spoken(problem),
		),
		open,
	);
	if (choice === open) await openSettings();
}
