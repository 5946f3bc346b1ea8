/**
 * Pairs each permission request of the agent with exactly one answer (hazard C1). The state says who is pending; this
 * keeps the promise that waits, and drops it when it is settled. The rules of the user are evaluated before the user is
 * asked.
 */
import type { AbortSignal } from '../../base/abortSignal.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { ServiceError } from '../../base/errors.ts';
import { saying } from '../model/saying.ts';
import { isAskedByBackground } from '../reducer/background.ts';
import type { Change, HostEvent } from '../model/events.ts';
import { idInSession } from '../../base/ofSession.ts';
import { OpenRequests } from './openRequests.ts';
import type { PermissionOutcome, PermissionRequest, PermissionState } from '../model/permission.ts';
import { RuleEvaluator } from './ruleEvaluator.ts';
import type {
	PermissionAnswerer,
	PermissionLog,
	PermissionRules,
	RuleAnswer,
} from '../model/permissionPorts.ts';
import { entryOf, pendingPermission } from '../reducer/draft.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { PermissionPort } from '../model/sessionTarget.ts';
import { missingIn } from '../reducer/permissions.ts';
import { endedInEarlierTurn } from '../reducer/toolCalls.ts';
import type { ToolCallPatch } from '../model/toolContent.ts';

type Settled = Exclude<PermissionState, { type: 'pending' }>;
type Answered = Extract<Settled, { type: 'answered' }>;

export interface BrokerParts {
	readonly state: SessionState;
	readonly dispatch: (event: HostEvent) => void;
	readonly clock: Clock;
	/** Without them the user is always asked. */
	readonly rules: PermissionRules | undefined;
	readonly log: PermissionLog | undefined;
	/** An answer that lets the agent go on waits for it. */
	readonly beforeAnswer?: (() => Promise<void>) | undefined;
}

const answerers = { user: 'stop', agent: 'agent', exit: 'exit' } as const;

export class PermissionBroker implements PermissionPort, Disposable {
	readonly #parts: BrokerParts;
	readonly #open = new OpenRequests<PermissionOutcome>('p');
	readonly #evaluator: RuleEvaluator;
	/** The request of each that waits: it is shown anew when the transcript is rebuilt. */
	readonly #requests = new Map<string, PermissionRequest>();
	/** The request of each that is answered and not sent yet: until then it can be taken back. */
	readonly #unsent = new Map<string, PermissionRequest>();

	constructor(parts: BrokerParts) {
		this.#parts = parts;
		const { state, clock, rules, dispatch } = parts;
		this.#evaluator = new RuleEvaluator({
			state,
			clock,
			rules,
			ids: () => [...this.#requests.keys()],
			ask: (permissionId) => dispatch({ type: 'permission_asked', permissionId }),
			answer: (permissionId, answer) => this.#answerByRule(permissionId, answer),
		});
	}

	/** Shows the request and waits for a rule, for the user, for Stop, or for the agent to withdraw it. */
	async ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome> {
		this.#requireDistinct(request);
		const refusal = this.#refusal(request, signal);
		if (refusal !== undefined) return this.#refuse(request, refusal);
		return this.#open.wait(
			signal,
			(id) => this.#show(id, request),
			(id) => this.#cancel(id, 'agent'),
		);
	}

	/** Answers with an option that was offered, and only once. Anything else is ignored (hazard C5). */
	answer(permissionId: string, optionId: string, by: 'picker' | 'card' = 'card'): void {
		const option = this.#offered(permissionId, optionId);
		if (option === undefined) return;
		this.#answer(permissionId, by, { type: 'answered', option, by });
	}

	/** As `answer`, from what shows one revision: of a request that has changed since it counts as none (hazard C9). */
	answerShown(permissionId: string, optionId: string, revision: number, by: 'picker' | 'card'): void {
		const pending = pendingPermission(this.#parts.state, permissionId);
		if (pending === undefined) return;
		if ((pending.revision ?? 0) === revision) this.answer(permissionId, optionId, by);
		else this.#parts.dispatch({ type: 'permission_answer_stale', permissionId });
	}

	/** As `answerShown`, from a card. */
	answerCard(permissionId: string, optionId: string, revision: number): void {
		this.answerShown(permissionId, optionId, revision, 'card');
	}

	/**
	 * Answers everything that is pending with `cancelled`.
	 * @param isMeant leaves others pending
	 * @returns true when there was anything
	 */
	cancelAll(by: 'user' | 'agent' | 'exit', isMeant?: (permissionId: string) => boolean): boolean {
		return this.#open.withdrawAll((permissionId) => this.#cancel(permissionId, by), isMeant);
	}

	/** Which revision of what waits is shown: to be kept over a rebuild of the transcript. */
	revisions(): ReadonlyMap<string, number> {
		const { state } = this.#parts;
		return new Map([...this.#requests.keys()].map((id) => [id, pendingPermission(state, id)?.revision ?? 0]));
	}

	/**
	 * The transcript was rebuilt, and the cards of what still waits went with the old one.
	 * @param revisions of those cards: the history may have made another question of each
	 */
	showAgain(revisions: ReadonlyMap<string, number>): void {
		for (const [permissionId, request] of [...this.#requests]) {
			if (pendingPermission(this.#parts.state, permissionId) !== undefined) continue;
			const revision = (revisions.get(permissionId) ?? 0) + 1;
			this.#show(permissionId, { ...request, fields: this.#missing(request) }, revision);
		}
	}

	/** What a permission is about may have changed. */
	onChanges(changes: readonly Change[]): void {
		if (this.#requests.size > 0) this.#evaluator.onChanges(changes);
	}

	dispose(): void {
		this.#evaluator.dispose();
	}

	/** What the history leaves open of the call: where both speak, its words are the later ones. */
	#missing({ subject, subagentId, fields = {} }: PermissionRequest): ToolCallPatch {
		const { state } = this.#parts;
		const name = subject.type === 'tool_call' ? idInSession(subagentId, subject.toolCallId) : '';
		const call = entryOf(state, state.toolCalls.get(name), 'tool_call');
		if (call === undefined || endedInEarlierTurn(state, call)) return fields;
		return missingIn(call, fields);
	}

	/**
	 * The agent hears the id alone, so two options of one id cannot be told apart: the request is refused (hazard C5).
	 */
	#requireDistinct({ options }: PermissionRequest): void {
		const ids = new Set<string>();
		const twice = options.find(({ optionId }) => ids.size === ids.add(optionId).size)?.optionId;
		if (twice === undefined) return;
		this.#parts.dispatch({
			type: 'notice',
			notice: {
				severity: 'warning',
				title: saying('permission_refused'),
				detail: saying('permission_same_ids', twice),
				actions: ['show_log'],
			},
		});
		throw new ServiceError('invalid', `Invalid params: options: two have the optionId ${twice}`);
	}

	/** A request that arrives after Stop, or after the agent is gone, is answered at once. */
	#refusal(request: PermissionRequest, signal: AbortSignal): 'user' | 'agent' | 'exit' | undefined {
		const { agent, turn } = this.#parts.state;
		if (signal.aborted) return 'agent';
		if (agent.type === 'exited') return 'exit';
		const isStopped = turn.type === 'stopping' && !isAskedByBackground(this.#parts.state, request);
		return isStopped ? 'user' : undefined;
	}

	#show(permissionId: string, request: PermissionRequest, revision?: number): void {
		this.#requests.set(permissionId, request);
		const isAwaitingRules = this.#evaluator.isInForce;
		this.#parts.dispatch({
			type: 'permission_requested',
			permissionId,
			at: this.#parts.clock.now(),
			...request,
			...(isAwaitingRules ? { isAwaitingRules } : {}),
			...(revision === undefined ? {} : { revision }),
		});
		if (isAwaitingRules) this.#evaluator.evaluate(permissionId);
	}

	#answerByRule(permissionId: string, { optionId, rule }: RuleAnswer): void {
		const option = this.#offered(permissionId, optionId);
		// A rule has nothing to say but what the agent offered: the user does.
		if (option === undefined) return this.#parts.dispatch({ type: 'permission_asked', permissionId });
		this.#answer(permissionId, 'rule', { type: 'answered', option, rule });
	}

	#offered(permissionId: string, optionId: string): Answered['option'] | undefined {
		return pendingPermission(this.#parts.state, permissionId)?.options.find(
			(offered) => offered.optionId === optionId,
		);
	}

	/** The card shows the answer at once; the agent goes on with it when nothing has to be done before (hazard C4). */
	#answer(permissionId: string, by: PermissionAnswerer, state: Answered): void {
		const request = this.#requests.get(permissionId);
		if (request === undefined) return;
		this.#requests.delete(permissionId);
		this.#parts.dispatch({ type: 'permission_settled', permissionId, state });
		this.#record(request, by, state, permissionId);
		const { optionId } = state.option;
		const send = (): void => void this.#open.settle(permissionId, { type: 'selected', optionId });
		const { beforeAnswer } = this.#parts;
		if (beforeAnswer === undefined) return send();
		this.#unsent.set(permissionId, request);
		void beforeAnswer()
			.then(send, send)
			.finally(() => this.#unsent.delete(permissionId));
	}

	#cancel(permissionId: string, by: 'user' | 'agent' | 'exit'): void {
		const unsent = this.#unsent.get(permissionId);
		const request = unsent ?? this.#requests.get(permissionId);
		if (request === undefined || !this.#open.settle(permissionId, { type: 'cancelled' })) return;
		this.#requests.delete(permissionId);
		const state = { type: 'cancelled', by } as const;
		// The card says what the agent hears in place of the answer.
		if (unsent !== undefined) this.#parts.dispatch({ type: 'answer_unsent', permissionId, by });
		else this.#parts.dispatch({ type: 'permission_settled', permissionId, state });
		this.#record(request, answerers[by], state, permissionId);
	}

	#refuse(request: PermissionRequest, by: 'user' | 'agent' | 'exit'): PermissionOutcome {
		this.#record(request, answerers[by], { type: 'cancelled', by });
		return { type: 'cancelled' };
	}

	#record(request: PermissionRequest, by: PermissionAnswerer, state: Settled, permissionId?: string): void {
		const shown = entryOf(this.#parts.state, permissionId, 'permission');
		const { key, agentName, title, localTitle, promptTitle = '' } = this.#parts.state;
		this.#parts.log?.record({
			sessionKey: key,
			agentName,
			sessionTitle: localTitle ?? (title === '' ? promptTitle : title),
			title: shown?.title ?? request.title ?? request.fields?.title ?? '',
			subject: request.subject,
			call: entryOf(this.#parts.state, shown?.parentId, 'tool_call'),
			by,
			state,
		});
	}
}
