import * as vscode from 'vscode';
import type { Rule } from '../../core/rules/rule.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { ruleText, type RuleWords } from '../../core/rules/ruleText.ts';

const words: RuleWords = {
	label: (absolute) => {
		const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === absolute);
		return folder?.name ?? pathLabel(absolute);
	},
	time: (at) => {
		const date = new Date(at);
		const isToday = date.toDateString() === new Date().toDateString();
		const time = { hour: '2-digit', minute: '2-digit' } as const;
		return isToday
			? date.toLocaleTimeString(vscode.env.language, time)
			: date.toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
	},
};

/** A rule in one sentence, with the names and times of this window. */
export function sentenceOf(rule: Rule): string {
	return ruleText(rule, words);
}

/** What a path is called in a list. */
export function placeLabel(absolute: string): string {
	return words.label(absolute);
}
