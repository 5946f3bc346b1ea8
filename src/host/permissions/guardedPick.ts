/**
 * A list for choices that must not be made by accident: nothing is chosen beforehand, and for a moment after it opens
 * or changes neither keys nor clicks count (hazard C6).
 */
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';

interface PickQuestion<Item extends vscode.QuickPickItem> {
	readonly title: string;
	readonly placeholder: string;
	readonly step: number;
	readonly totalSteps: number;
	readonly items: readonly Item[];
}

/** Shows the list. @returns the choice; `back` for the step before; undefined when the user closed the list */
export function guardedPick<Item extends vscode.QuickPickItem>(
	question: PickQuestion<Item>,
): Promise<Item | 'back' | undefined> {
	const picker = vscode.window.createQuickPick<Item>();
	let inertUntil = 0;
	const settle = (): void => {
		picker.activeItems = [];
		picker.selectedItems = [];
		inertUntil = Date.now() + limits.permissionGuardMs;
	};
	Object.assign(picker, {
		title: question.title,
		placeholder: question.placeholder,
		step: question.step,
		totalSteps: question.totalSteps,
		ignoreFocusOut: true,
		matchOnDetail: true,
		buttons: question.step > 1 ? [vscode.QuickInputButtons.Back] : [],
		items: question.items,
	});
	return new Promise((resolve) => {
		const finish = (choice: Item | 'back' | undefined): void => {
			resolve(choice);
			picker.dispose();
		};
		picker.onDidTriggerButton(() => finish('back'));
		picker.onDidChangeValue(settle);
		picker.onDidHide(() => finish(undefined));
		picker.onDidAccept(() => {
			const [item] = picker.selectedItems;
			picker.selectedItems = [];
			if (item !== undefined && Date.now() >= inertUntil) finish(item);
		});
		picker.show();
		settle();
	});
}
