/** Chooses options for the user, wherever they asked for it: in a chat view, in a list of VS Code's, by a key. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { spoken, t } from '../../core/base/l10n.ts';
import { nextValue, optionOf } from '../../core/session/model/config.ts';
import { currentName } from '../../core/view/optionText.ts';
import { messageText, oneLine } from '../common/displayText.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import { OptionPicker } from './optionPicker.ts';
import type { RememberedOptions } from './rememberedOptions.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

interface OptionCommandParts {
	readonly chooser: OptionChooser;
	readonly log: vscode.LogOutputChannel;
	/** The session that the chat view shows. */
	inView(): HostedSession | undefined;
	/** The session of the editor tab that is active, if that is one of ours. */
	inActiveTab(): HostedSession | undefined;
}

/** Each of them stands in package.json under the same id. */
export function registerOptionCommands(parts: OptionCommandParts): Disposable {
	const { chooser } = parts;
	return registerGuarded(parts.log, {
		'acpHost.selectMode': () => withSession(parts, (hosted) => chooser.pickCategory(hosted, 'mode')),
		'acpHost.selectModel': () => withSession(parts, (hosted) => chooser.pickCategory(hosted, 'model')),
		'acpHost.selectOption': () => withSession(parts, (hosted) => chooser.pick(hosted)),
		'acpHost.cycleMode': () => withSession(parts, (hosted) => chooser.cycleMode(hosted)),
	});
}

async function withSession(
	parts: OptionCommandParts,
	run: (hosted: HostedSession) => Promise<void>,
): Promise<void> {
	const hosted = parts.inActiveTab() ?? parts.inView();
	if (hosted !== undefined) return run(hosted);
	const start = t('New Session');
	const choice = await vscode.window.showInformationMessage(t('There is no session yet.'), start);
	if (choice === start) await vscode.commands.executeCommand('acpHost.newSession');
}

/** Sets options of sessions, directly or by a quick-pick, and remembers what the user chose. */
export class OptionChooser implements vscode.Disposable {
	readonly #remembered: RememberedOptions;
	#picker: OptionPicker | undefined;

	constructor(remembered: RememberedOptions) {
		this.#remembered = remembered;
	}

	/** Sets the value. An agent that is not there is started first; what goes wrong, the session says. */
	async choose({ session }: HostedSession, optionId: string, value: string | boolean): Promise<void> {
		if (!session.isOpen && session.state.agent.type === 'exited') await session.start();
		if (await session.setOption(optionId, value)) {
			await this.#remembered.note(session.state.agentName, optionId, value);
		}
	}

	/**
	 * Shows the choices of one option, or all options first. Resolves when the list is closed.
	 * @param optionId of an option that may be gone by now: then all are shown
	 */
	async pick(hosted: HostedSession, optionId?: string): Promise<void> {
		const { options, agentTitle } = hosted.session.state;
		if (options.length === 0)
			return void vscode.window.showInformationMessage(
				messageText(t('{0} has nothing to choose.', agentTitle)),
			);
		this.#picker?.dispose();
		const picker = new OptionPicker(hosted, (id, value) => this.choose(hosted, id, value));
		this.#picker = picker;
		await picker.run(options.some(({ id }) => id === optionId) ? optionId : undefined);
		picker.dispose();
	}

	/** Shows the choices of the option that is about the mode, or the model. */
	async pickCategory(hosted: HostedSession, category: 'mode' | 'model'): Promise<void> {
		const { options, agentTitle } = hosted.session.state;
		const option = optionOf(options, category);
		if (option === undefined) {
			void vscode.window.showInformationMessage(
				messageText(
					category === 'mode'
						? t('{0} offers no choice of modes.', agentTitle)
						: t('{0} offers no choice of models.', agentTitle),
				),
			);
			return;
		}
		await this.pick(hosted, option.id);
	}

	/** Takes the mode after the current one (acp C121). The chat view shows and announces it. */
	async cycleMode(hosted: HostedSession): Promise<void> {
		const { options, agentTitle } = hosted.session.state;
		const option = optionOf(options, 'mode');
		const value = option === undefined ? undefined : nextValue(option);
		if (option === undefined || value === undefined)
			return void vscode.window.showInformationMessage(messageText(t('{0} has no other mode.', agentTitle)));
		await this.choose(hosted, option.id, value);
		const now = optionOf(hosted.session.state.options, 'mode');
		if (now !== undefined) {
			vscode.window.setStatusBarMessage(`${oneLine(spoken(now.name))}: ${oneLine(currentName(now))}`, 3_000);
		}
	}

	dispose(): void {
		this.#picker?.dispose();
	}
}
