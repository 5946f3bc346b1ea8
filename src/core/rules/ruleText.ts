/** A rule in one plain sentence, for the list of rules, the card and the log. */
import { t } from '../base/l10n.ts';
import type { ToolKind } from '../base/toolCall.ts';
import { visibleText } from '../view/visibleText.ts';
import type { Rule, RuleEffect } from './rule.ts';

/** How paths and times are written in the sentence of a rule. */
export interface RuleWords {
	/** How to show an absolute path. */
	readonly label: (path: string) => string;
	/** A point in time, as the user reads it. Epoch milliseconds. */
	readonly time: (at: number) => string;
}

/** Such as: Allow Claude to read files in src/** in this folder until 17:00. */
export function ruleText(rule: Rule, words: RuleWords): string {
	const who = rule.agentName === undefined ? t('any agent') : visibleText(rule.agentName);
	const what = [operationText(rule, words), placeText(rule, words), endText(rule, words)];
	return sentence(rule.effect, who, what.filter((part) => part !== '').join(', '));
}

function sentence(effect: RuleEffect, who: string, what: string): string {
	switch (effect) {
		case 'allow':
			return t('Allow {0} to {1}', who, what);
		case 'deny':
			return t('Do not allow {0} to {1}', who, what);
		case 'ask':
			return t('Always ask before {0} may {1}', who, what);
	}
}

function operationText({ kind, pattern }: Rule, { label }: RuleWords): string {
	switch (pattern.type) {
		case 'any':
			return kindText(kind);
		case 'command':
			return t('run exactly “{0}”', visibleText(pattern.command));
		case 'commandStart':
			return t('run commands that begin with “{0}”', visibleText(pattern.command));
		case 'file':
			return filesText(kind, visibleText(label(pattern.path)));
		case 'folder':
			return filesText(kind, t('files below {0}', visibleText(label(pattern.path))));
		case 'glob':
			return filesText(kind, t('files like {0}', visibleText(pattern.glob)));
	}
}

function filesText(kind: ToolKind | undefined, files: string): string {
	switch (kind) {
		case 'read':
			return t('read {0}', files);
		case 'edit':
			return t('edit {0}', files);
		case 'delete':
			return t('delete {0}', files);
		case 'move':
			return t('move {0}', files);
		case 'search':
			return t('search in {0}', files);
		default:
			return t('do anything to {0}', files);
	}
}

/** What a rule for a kind covers, as something to do. */
export function kindText(kind: ToolKind | undefined): string {
	switch (kind) {
		case undefined:
			return t('do anything');
		case 'read':
			return t('read files');
		case 'edit':
			return t('edit files');
		case 'delete':
			return t('delete files');
		case 'move':
			return t('move files');
		case 'search':
			return t('search');
		case 'execute':
			return t('run any command');
		case 'think':
			return t('think');
		case 'fetch':
			return t('fetch from the network');
		case 'switch_mode':
			return t('switch its mode');
		case 'other':
			return t('do things of no known kind');
	}
}

function placeText({ scope }: Rule, { label }: RuleWords): string {
	switch (scope.type) {
		case 'session':
			return t('in this session');
		case 'folder':
			return t('in {0}', visibleText(label(scope.path)));
		case 'everywhere':
			return t('everywhere');
	}
}

function endText({ end, scope }: Rule, { time }: RuleWords): string {
	switch (end.type) {
		case 'never':
			return '';
		case 'session':
			return scope.type === 'session' ? '' : t('until this session ends');
		case 'time':
			return t('until {0}', time(end.at));
	}
}
