/** What a rule can be about: from what a permission is about, the narrowest first, or from nothing. */
import path from 'node:path';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { RuleEffect, RulePattern } from '../../core/rules/rule.ts';
import { kindText } from '../../core/rules/ruleText.ts';
import { isPlainCommand, wordsOf } from '../../core/rules/shellCommand.ts';
import { type ToolKind, toolKinds } from '../../core/base/toolCall.ts';
import { reachingKinds } from '../../core/view/permissionSubject.ts';
import type { InspectedRequest } from './answerByRules.ts';

/** What a rule is about, before it is said where and for how long. */
export interface RuleSubject {
	readonly label: string;
	/** Untrusted text, shown in full below the label. */
	readonly detail?: string;
	readonly kind?: ToolKind;
	/** Absent: the user has to type it. */
	readonly pattern?: RulePattern;
	readonly typed?: TypedPattern;
}

type TypedPattern = 'command' | 'commandStart' | 'glob';

/** @param about what the permission is about; absent when the rule is made from the list of rules */
export function ruleSubjectsOf(
	about: InspectedRequest | undefined,
	effect: RuleEffect,
): readonly RuleSubject[] {
	const everything: RuleSubject = {
		label: t('Everything'),
		detail: t('Whatever it is, also what the agent does not describe'),
		pattern: { type: 'any' },
	};
	// Nothing narrower allows what is not understood as a whole.
	if (effect === 'allow' && about?.facts.isUnderstood === false) return [everything];
	return [
		...(about === undefined ? [] : [...commandSubjects(about, effect), ...pathSubjects(about)]),
		...typedSubjects(about),
		...kindsOf(about, effect).map((one) => kindSubject(one)),
		everything,
	];
}

/** To allow a kind covers nothing that shows to do something else, or does not say where. */
function kindsOf(about: InspectedRequest | undefined, effect: RuleEffect): readonly ToolKind[] {
	if (about === undefined) return toolKinds;
	const { kind, evidentKinds, lacksPath } = about.facts;
	return effect === 'allow' && (lacksPath || evidentKinds.some((evident) => evident !== kind)) ? [] : [kind];
}

function commandSubjects({ facts }: InspectedRequest, effect: RuleEffect): readonly RuleSubject[] {
	const [command] = facts.commands;
	if (command === undefined || facts.commands.length > 1 || command.length > limits.ruleChars) return [];
	const exact: RuleSubject = {
		label: t('Exactly this command'),
		detail: command,
		pattern: { type: 'command', command },
	};
	if (!isPlainCommand(command)) return [exact];
	const words = wordsOf(command);
	const starts = [3, 2, 1].filter((count) => count <= words.length).map((count) => words.slice(0, count));
	const offered = starts.filter((start) => effect !== 'allow' || isTellingStart(start));
	return [
		exact,
		...offered.map((start) => ({
			label: t('Commands that begin with these words'),
			detail: start.join(' '),
			pattern: { type: 'commandStart', command: start.join(' ') } as const,
		})),
	];
}

/** Programs that run what they are given: to allow all that begins with one is to allow anything. */
const launchers =
	/^(?:(?:ba|z|fi|c|k|da|a)?sh|pwsh|powershell|cmd|env|sudo|doas|su|xargs|nohup|time|exec|eval|source|python\d?|node|deno|bun|ruby|perl|php|npx|bunx|uvx|ssh|docker|podman)(?:\.exe)?$/iu;

/** Those of them that are followed by a whole command. */
const wrappers = /^(?:env|sudo|doas|xargs|nohup|time|exec|eval)(?:\.exe)?$/iu;

/** True when the words say what will be run, and not only by what. */
function isTellingStart(words: readonly string[]): boolean {
	const [program, next, ...rest] = words;
	if (program === undefined || isAssignment(program)) return false;
	if (!launchers.test(path.posix.basename(program))) return true;
	if (next === undefined || next.startsWith('-')) return false;
	return !wrappers.test(path.posix.basename(program)) || isTellingStart([next, ...rest]);
}

/** It says nothing of what is run, and may change what that does. */
function isAssignment(word: string): boolean {
	return /^\w+=/u.test(word);
}

function pathSubjects({ facts, places }: InspectedRequest): readonly RuleSubject[] {
	const { kind } = facts;
	const paths = [...new Set(places.paths.map(({ canonical }) => canonical))];
	const [file] = paths;
	if (file === undefined || paths.length > 1 || facts.commands.length > 0 || reachingKinds.has(kind))
		return [];
	return [
		{ label: t('This file'), detail: file, kind, pattern: { type: 'file', path: file } },
		{
			label: t('This folder and all below it'),
			detail: path.dirname(file),
			kind,
			pattern: { type: 'folder', path: path.dirname(file) },
		},
	];
}

function kindSubject(kind: ToolKind): RuleSubject {
	return { label: t('Everything of this kind'), detail: kindText(kind), kind, pattern: { type: 'any' } };
}

/** Only what could ever cover it: a rule for files covers no command. */
function typedSubjects(about: InspectedRequest | undefined): readonly RuleSubject[] {
	if (about === undefined)
		return [typedSubject('command'), typedSubject('commandStart'), typedSubject('glob')];
	const { commands, kind } = about.facts;
	if (commands.length > 0) return [typedSubject('commandStart')];
	return about.places.paths.length > 0 && !reachingKinds.has(kind) ? [{ ...typedSubject('glob'), kind }] : [];
}

function typedSubject(typed: TypedPattern): RuleSubject {
	switch (typed) {
		case 'command':
			return { label: t('Exactly one command…'), typed };
		case 'commandStart':
			return { label: t('Commands that begin with…'), typed };
		case 'glob':
			return { label: t('Files like a pattern…'), typed };
	}
}

/** Why a typed pattern cannot be taken, or undefined. */
export function typedProblem(typed: TypedPattern, text: string, maxChars: number): string | undefined {
	if (text.trim() === '') return t('Type at least one character.');
	if (text.length > maxChars) return t('That is too long: at most {0} characters.', maxChars);
	if (typed !== 'glob') return undefined;
	const names = text.trim().split('/');
	if (
		/^[\\/~]|^[a-z]:/iu.test(text.trim()) ||
		names.some((name) => name === '' || name === '.' || name === '..')
	) {
		return t('Name files relative to the folder, such as src/**/*.ts.');
	}
	return undefined;
}

export function typedPattern(typed: TypedPattern, text: string): RulePattern {
	const trimmed = text.trim();
	return typed === 'glob' ? { type: 'glob', glob: trimmed } : { type: typed, command: trimmed };
}
