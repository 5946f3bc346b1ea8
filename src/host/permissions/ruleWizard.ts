/**
 * Makes a rule in five lists: what happens, what it is about, where, for how long, and the whole sentence to agree to.
 * A bundle of its own (`ruleWizard.cjs`), which loads with the first rule that is made.
 */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { Rule, RuleEffect } from '../../core/rules/rule.ts';
import { escapeIcons, oneLine, rowChars, rowsOf } from '../common/displayText.ts';
import { guardedPick } from './guardedPick.ts';
import type { InspectedRequest } from './answerByRules.ts';
import { type RuleSubject, ruleSubjectsOf, typedPattern, typedProblem } from './ruleSubjects.ts';
import { type EndChoice, endChoicesOf, type ScopeChoice, scopeChoicesOf, ruleOf } from './ruleChoices.ts';
import { sentenceOf } from './ruleWords.ts';

/** For callers that load this bundle (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';

export interface WizardSubject {
	/** Absent when the rule is not made from a permission. */
	readonly about?: InspectedRequest;
	readonly agentNames: readonly string[];
	/** Canonical; absent in a window without a folder. */
	readonly folder?: { readonly path: string; readonly name: string };
	readonly sessionKey?: string;
}

interface Draft {
	effect?: RuleEffect;
	subject?: RuleSubject & { readonly pattern: NonNullable<RuleSubject['pattern']> };
	place?: ScopeChoice;
	ending?: EndChoice;
}

type Chosen = { readonly [Key in keyof Draft]-?: NonNullable<Draft[Key]> };
type Went = 'on' | 'back' | 'closed';

const totalSteps = 5;

/** @returns the rule the user agreed to; undefined when they changed their mind */
export async function makeRule(subject: WizardSubject): Promise<Rule | undefined> {
	const draft: Draft = {};
	const steps = [pickEffect, pickBreadth, pickPlace, pickEnding];
	for (let at = 0; ;) {
		const step = steps[at];
		if (step === undefined) {
			const rule = await agree(draft as Chosen);
			if (rule !== 'back') return rule;
			at = previous(draft, at);
			continue;
		}
		// What belongs to this session ends with it: there is nothing to choose.
		const isGiven = step === pickEnding && draft.place?.scope.type === 'session';
		const went = isGiven ? endWithSession(draft) : await step(draft, subject);
		if (went === 'closed') return undefined;
		at = went === 'on' ? at + 1 : previous(draft, at);
	}
}

function previous({ place }: Draft, at: number): number {
	return at === 4 && place?.scope.type === 'session' ? 2 : at - 1;
}

function endWithSession(draft: Draft): Went {
	if (draft.place?.scope.type !== 'session') return 'back';
	const { sessionKey } = draft.place.scope;
	draft.ending = { label: '', end: { type: 'session', sessionKey } };
	return 'on';
}

async function pickEffect(draft: Draft): Promise<Went> {
	const items = [
		{
			label: t('Do not allow'),
			detail: t('The agent gets a no. Counts more than any other rule.'),
			effect: 'deny',
		},
		{ label: t('Always ask'), detail: t('You are asked, whatever another rule allows.'), effect: 'ask' },
		{ label: t('Allow'), detail: t('The agent gets a yes for this once, each time.'), effect: 'allow' },
	] as const;
	const picked = await pick(1, t('What should happen?'), items);
	if (typeof picked === 'string') return picked;
	draft.effect = picked.effect;
	return 'on';
}

async function pickBreadth(draft: Draft, { about }: WizardSubject): Promise<Went> {
	const items = ruleSubjectsOf(about, draft.effect ?? 'ask').map((subject) => ({
		label: subject.label,
		...(subject.detail === undefined ? {} : { detail: oneLine(subject.detail) }),
		subject,
	}));
	const picked = await pick(2, t('What is it about?'), items);
	if (typeof picked === 'string') return picked;
	const { subject } = picked;
	const pattern = subject.pattern ?? (await type(subject, about));
	if (pattern === undefined) return pickBreadth(draft, { about } as WizardSubject);
	draft.subject = { ...subject, pattern };
	return 'on';
}

async function type(
	{ typed, label }: RuleSubject,
	about: InspectedRequest | undefined,
): Promise<NonNullable<RuleSubject['pattern']> | undefined> {
	if (typed === undefined) return undefined;
	const value = typed === 'glob' ? '**' : (about?.facts.commands[0] ?? '');
	const text = await vscode.window.showInputBox({
		title: `${t('Make a Permission Rule')} (2/${totalSteps})`,
		prompt:
			typed === 'glob'
				? t('* is any text in a name, ? one character, ** any folders. Relative to the folder of the rule.')
				: label,
		value: value.includes('\n') ? '' : value,
		ignoreFocusOut: true,
		validateInput: (now) => typedProblem(typed, now, limits.ruleChars),
	});
	return text === undefined ? undefined : typedPattern(typed, text);
}

async function pickPlace(draft: Draft, subject: WizardSubject): Promise<Went> {
	const { agentNames, folder, sessionKey } = subject;
	const items = scopeChoicesOf(agentNames, folder, sessionKey).map((place) => ({
		label: oneLine(place.label),
		place,
	}));
	const picked = await pick(3, t('Where does it count?'), items);
	if (typeof picked === 'string') return picked;
	draft.place = picked.place;
	return 'on';
}

async function pickEnding(draft: Draft, { sessionKey }: WizardSubject): Promise<Went> {
	const items = endChoicesOf(Date.now(), sessionKey).map((ending) => ({ label: ending.label, ending }));
	const picked = await pick(4, t('For how long?'), items);
	if (typeof picked === 'string') return picked;
	draft.ending = picked.ending;
	return 'on';
}

/** The whole rule in words, before it counts. */
async function agree({ effect, subject, place, ending }: Chosen): Promise<Rule | undefined | 'back'> {
	const rule = ruleOf(effect, subject, place, ending.end, Date.now());
	const make = { label: t('Make the Rule') };
	const items = [
		make,
		separator(t('What it says')),
		...rowsOf(sentenceOf(rule), rowChars).map((row) => ({ label: escapeIcons(row) })),
		...(effect === 'allow' ? [separator(t('What is asked all the same')), ...caveats()] : []),
	];
	const picked = await pick(totalSteps, t('Is this the rule you want?'), items);
	if (picked === 'back') return 'back';
	if (picked === 'closed') return undefined;
	return picked === make ? rule : agree({ effect, subject, place, ending });
}

/** Said where it is decided: no rule answers for these. */
function caveats(): readonly vscode.QuickPickItem[] {
	return [
		{ label: t('Files that configure editors, agents, shells or version control') },
		{ label: t('Requests that offer no answer for this once') },
	];
}

function separator(label: string): vscode.QuickPickItem {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}

async function pick<Item extends vscode.QuickPickItem>(
	step: number,
	placeholder: string,
	items: readonly Item[],
): Promise<Item | 'back' | 'closed'> {
	const title = t('Make a Permission Rule');
	const picked = await guardedPick({ title, placeholder, step, totalSteps, items });
	return picked ?? 'closed';
}
