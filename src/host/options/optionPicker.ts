/**
 * What can be chosen for a session as a quick-pick: the options, then the values of one. A view of the session's
 * state: it follows while it is open, and an option that goes takes its list along.
 */
import * as vscode from 'vscode';
import { spoken, t } from '../../core/base/l10n.ts';
import type { ConfigOption } from '../../core/session/model/config.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { currentName } from '../../core/view/optionText.ts';
import { oneLine } from '../common/displayText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

type Item = vscode.QuickPickItem & {
	readonly optionId?: string;
	readonly value?: string | boolean;
	readonly isCurrent?: boolean;
};

export class OptionPicker implements vscode.Disposable {
	readonly #hosted: HostedSession;
	readonly #onChoose: (optionId: string, value: string | boolean) => Promise<void>;
	readonly #picker = vscode.window.createQuickPick<Item>();
	readonly #subscription: { dispose(): void };
	#optionId: string | undefined;
	#cameFromList = false;
	#shown = '';

	constructor(hosted: HostedSession, onChoose: (optionId: string, value: string | boolean) => Promise<void>) {
		this.#hosted = hosted;
		this.#onChoose = onChoose;
		this.#picker.matchOnDescription = true;
		this.#picker.matchOnDetail = true;
		this.#subscription = hosted.session.onDidChange(() => this.#draw());
		this.#picker.onDidTriggerButton(() => this.#open(undefined));
	}

	/** Resolves when it is closed, with a choice or without. Rejects if the choice could not be made. */
	run(optionId: string | undefined): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#picker.onDidAccept(() => {
				const [item] = this.#picker.selectedItems;
				if (item?.optionId === undefined) return;
				if (item.value === undefined) return this.#open(item.optionId);
				const chosen = this.#onChoose(item.optionId, item.value);
				this.#picker.hide();
				chosen.then(resolve, reject);
			});
			this.#picker.onDidHide(() => resolve());
			this.#optionId = optionId;
			this.#draw();
			this.#picker.show();
		});
	}

	dispose(): void {
		this.#subscription.dispose();
		this.#picker.dispose();
	}

	#open(optionId: string | undefined): void {
		this.#cameFromList = optionId !== undefined;
		this.#optionId = optionId;
		this.#picker.value = '';
		this.#draw();
	}

	#draw(): void {
		const { options, agentTitle } = this.#hosted.session.state;
		const option = options.find(({ id }) => id === this.#optionId);
		if (options.length === 0 || (this.#optionId !== undefined && option === undefined)) {
			return this.#picker.hide();
		}
		const items = option === undefined ? options.map(optionItem) : valueItems(option);
		const now = JSON.stringify([this.#optionId, items]);
		if (now === this.#shown) return;
		this.#shown = now;
		// Titles and placeholders are plain text: icons are not rendered in them.
		const agent = visibleText(agentTitle);
		this.#picker.title =
			option === undefined ? t('{0}: Options', agent) : `${agent}: ${visibleText(spoken(option.name))}`;
		this.#picker.placeholder =
			option === undefined
				? t('Choose what to change')
				: visibleText(option.description ?? t('Choose a value'));
		this.#picker.buttons = this.#cameFromList ? [vscode.QuickInputButtons.Back] : [];
		this.#picker.items = items;
		this.#picker.activeItems = items.filter(({ isCurrent }) => isCurrent === true);
	}
}

function optionItem(option: ConfigOption): Item {
	const { id, description } = option;
	return {
		label: oneLine(spoken(option.name)),
		description: oneLine(currentName(option)),
		...(description === undefined ? {} : { detail: oneLine(description) }),
		optionId: id,
	};
}

/** Groups as separators; the value that counts now says so. */
function valueItems(option: ConfigOption): Item[] {
	const { id } = option;
	if (option.type === 'boolean') {
		return [true, false].map((value) =>
			valueItem(id, value, value ? t('On') : t('Off'), option.current === value),
		);
	}
	const groups = option.groups.flatMap(({ name, choices }): Item[] => [
		...(name === undefined ? [] : [{ label: visibleText(name), kind: vscode.QuickPickItemKind.Separator }]),
		...choices.map((choice) =>
			valueItem(id, choice.value, choice.name, choice.value === option.current, choice.description),
		),
	]);
	const isKnown = groups.some(({ isCurrent }) => isCurrent === true);
	// Shown as it is; choosing it changes nothing.
	const unknown: Item = { label: oneLine(option.current), description: t('current'), isCurrent: true };
	return isKnown ? groups : [unknown, ...groups];
}

function valueItem(
	optionId: string,
	value: string | boolean,
	name: string,
	isCurrent: boolean,
	detail?: string,
): Item {
	return {
		label: oneLine(name),
		...(isCurrent ? { description: t('current') } : {}),
		...(detail === undefined ? {} : { detail: oneLine(detail) }),
		optionId,
		value,
		isCurrent,
	};
}
