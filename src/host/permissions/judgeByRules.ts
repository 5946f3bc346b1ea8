import { type Asked, readAsked } from '../../core/rules/asked.ts';
import { judge } from '../../core/rules/judge.ts';
import type { Rule } from '../../core/rules/rule.ts';
import type { JudgedPlaces } from '../../core/rules/ruleMatcher.ts';
import type { AskedPermission } from '../../core/session/model/permissionPorts.ts';
import { judgePlaces } from './judgedPlaces.ts';

/** What a permission is about, with its paths as they are on the disk. */
export interface LookedAt {
	readonly asked: Asked;
	readonly places: JudgedPlaces;
}

/** @param folders of the workspace, absolute */
export async function lookAt(permission: AskedPermission, folders: readonly string[]): Promise<LookedAt> {
	const asked = readAsked(permission);
	return { asked, places: await judgePlaces(asked, folders) };
}

/**
 * What the rules say of a permission now.
 * @param rules asked for once the paths are known: they may have changed meanwhile
 * @returns an option that the agent offered, and the rule that chose it; undefined to ask the user
 */
export async function judgeByRules(
	permission: AskedPermission,
	rules: () => readonly Rule[],
	folders: readonly string[],
): Promise<{ readonly optionId: string; readonly rule: Rule } | undefined> {
	const { asked, places } = await lookAt(permission, folders);
	const isCaseSensitive = process.platform !== 'win32' && process.platform !== 'darwin';
	const decision = judge(rules(), asked, places, { now: Date.now(), isCaseSensitive });
	return decision.type === 'ask' ? undefined : { optionId: decision.option.optionId, rule: decision.rule };
}
