/** Answers permissions by the rules of the user, as far as they go (hazard C8). */
import type { Event } from '../../core/base/emitter.ts';
import type {
	PermissionContext,
	PermissionRules,
	RuleAnswer,
} from '../../core/session/model/permissionPorts.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';
import type * as RulesAtWork from './rulesAtWork.ts';
import type { RuleStore } from './ruleStore.ts';
import { sentenceOf } from './ruleWords.ts';

/**
 * The port of the sessions to the rules of the user. Never rejects: rules that fail leave the answer to the user.
 */
export class UserRules implements PermissionRules {
	readonly #store: RuleStore;
	readonly #log: (line: string) => void;
	readonly onDidChange: Event<void>;

	constructor(store: RuleStore, log: (line: string) => void) {
		this.#store = store;
		this.#log = log;
		this.onDidChange = store.onDidChange;
	}

	/** A rule that asks only holds others back. */
	get isInForce(): boolean {
		return this.#store.rules.some(({ effect }) => effect !== 'ask');
	}

	async answerFor(permission: PermissionContext): Promise<RuleAnswer | undefined> {
		try {
			const { answerByRules } = lazyBundle<typeof RulesAtWork>('./permissionRules.cjs');
			const answer = await answerByRules(permission, () => this.#store.rules, workspaceFolders());
			if (answer === undefined) return undefined;
			const { optionId, rule } = answer;
			return { optionId, rule: { id: rule.id, text: sentenceOf(rule) } };
		} catch (error) {
			this.#log(`The permission rules could not be applied, so you are asked: ${String(error)}`);
			return undefined;
		}
	}
}
