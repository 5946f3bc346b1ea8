/** Where a rule counts, for whom and how long; and the rule that comes of all choices. */
import { t } from '../../core/base/l10n.ts';
import type { Rule, RuleEffect, RuleEnd, RulePattern, RuleScope } from '../../core/rules/rule.ts';
import type { RuleSubject } from './ruleSubjects.ts';

/** Where a rule counts, and for whom. */
export interface ScopeChoice {
	readonly label: string;
	readonly scope: RuleScope;
	readonly agentName?: string;
}

/** @param folder of the session, or of the window. Canonical; @param sessionKey absent outside of a session */
export function scopeChoicesOf(
	agentNames: readonly string[],
	folder: { readonly path: string; readonly name: string } | undefined,
	sessionKey: string | undefined,
): readonly ScopeChoice[] {
	const inFolder = folder === undefined ? [] : [{ type: 'folder', path: folder.path } as const];
	const folderName = folder?.name ?? '';
	return [
		...(sessionKey === undefined
			? []
			: [
					{
						label: t('In this session'),
						scope: { type: 'session', sessionKey } as const,
						...(agentNames[0] === undefined ? {} : { agentName: agentNames[0] }),
					},
				]),
		...inFolder.flatMap((scope) => [
			...agentNames.map((agentName) => ({
				label: t('In {0}, {1} only', folderName, agentName),
				scope,
				agentName,
			})),
			{ label: t('In {0}, any agent', folderName), scope },
		]),
		...agentNames.map((agentName) => ({
			label: t('Everywhere, {0} only', agentName),
			scope: { type: 'everywhere' } as const,
			agentName,
		})),
		{ label: t('Everywhere, any agent'), scope: { type: 'everywhere' } },
	];
}

export interface EndChoice {
	readonly label: string;
	readonly end: RuleEnd;
}

const minuteMs = 60_000;

/** @param sessionKey absent outside of a session */
export function endChoicesOf(now: number, sessionKey: string | undefined): readonly EndChoice[] {
	const after = (minutes: number): RuleEnd => ({ type: 'time', at: now + minutes * minuteMs });
	return [
		...(sessionKey === undefined
			? []
			: [{ label: t('Until this session ends'), end: { type: 'session', sessionKey } as const }]),
		{ label: t('For 15 minutes'), end: after(15) },
		{ label: t('For 1 hour'), end: after(60) },
		{ label: t('For 8 hours'), end: after(8 * 60) },
		{ label: t('For 7 days'), end: after(7 * 24 * 60) },
		{ label: t('Until I remove it'), end: { type: 'never' } },
	];
}

/** Puts the choices together. */
export function ruleOf(
	effect: RuleEffect,
	subject: Pick<RuleSubject, 'kind'> & { readonly pattern: RulePattern },
	place: ScopeChoice,
	end: RuleEnd,
	now: number,
): Rule {
	const { kind, pattern } = subject;
	return {
		id: `r${now.toString(36)}${Math.random().toString(36).slice(2, 8)}`,
		effect,
		...(place.agentName === undefined ? {} : { agentName: place.agentName }),
		...(kind === undefined ? {} : { kind }),
		pattern,
		scope: place.scope,
		end,
		createdAt: now,
	};
}
