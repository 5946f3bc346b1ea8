/** Which parts a session has, and which of them knows which. */
import type { AgentError } from '../../base/errors.ts';
import { SessionLease } from './sessionLease.ts';
import { WorkCanceller } from './workCanceller.ts';
import { CrashLoopDetector } from './agentFailure.ts';
import type { SessionEvent } from '../model/events.ts';
import { LoginGate } from './loginGate.ts';
import { OptionSetter } from './optionSetter.ts';
import { Teardown } from './teardown.ts';
import type { PermissionLog, PermissionRules } from '../model/permissionPorts.ts';
import { PromptQueue } from './promptQueue.ts';
import { PromptSender } from './promptSender.ts';
import { Reconnector } from './reconnector.ts';
import { RequestBrokers } from './requestBrokers.ts';
import { type OpenerServices, SessionOpener } from './sessionOpener.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import { InactivityTimer } from './inactivityTimer.ts';
import { TurnResumer } from './turnResumer.ts';
import { TurnRunner } from './turnRunner.ts';
import { TurnCanceller } from './turnCanceller.ts';

/** What the window gives to each session, besides what opening one takes. */
export interface AssemblyServices extends OpenerServices {
	/** Without them the user is always asked. */
	readonly permissionRules?: PermissionRules;
	readonly permissionLog?: PermissionLog;
	/** An answer that lets an agent go on waits for it. */
	readonly beforeAnswer?: () => Promise<void>;
	/** From 0 to 1, for pauses that are not the same everywhere; `Math.random` if absent. */
	readonly random?: () => number;
}

export interface SessionAssembly {
	readonly brokers: RequestBrokers;
	readonly lease: SessionLease;
	readonly gate: LoginGate;
	readonly options: OptionSetter;
	readonly workCanceller: WorkCanceller;
	readonly turnCanceller: TurnCanceller;
	readonly turnResumer: TurnResumer;
	readonly sender: PromptSender;
	readonly queue: PromptQueue;
	readonly teardown: Teardown;
	readonly inactivity: InactivityTimer;
}

/** @param dispatch not called before this has returned */
export function assembleSession(
	state: SessionState,
	services: AssemblyServices,
	backend: SessionBackend,
	dispatch: (event: SessionEvent) => void,
): SessionAssembly {
	const { clock, source, permissionRules: rules, permissionLog: log, beforeAnswer } = services;
	const { random = Math.random } = services;
	const crashLoops = new CrashLoopDetector(clock);
	const fail = (error: unknown): void =>
		dispatch({ type: 'notice', notice: crashLoops.noticeOf(state.agentTitle, error) });
	const brokers = new RequestBrokers({ state, dispatch, clock, rules, log, beforeAnswer });
	const gate = new LoginGate(state, dispatch);

	const onEnd = (isWell: boolean): void => queue.onTurnEnd(isWell);
	const turns = new TurnRunner({ state, clock, dispatch, brokers, backend, onEnd });
	const opener = new SessionOpener(state, services, turns, brokers, backend);
	const onExit = (error: AgentError): void => teardown.onExit(error);
	const onFailure = (): void => teardown.onOpenFailure();
	const reconnector = new Reconnector({ clock, dispatch, random, open: () => void lease.acquire() });
	const lease: SessionLease = new SessionLease({
		...{ source, opener, gate, reconnector, dispatch, fail, onFailure, onExit },
	});

	const shared = { state, clock, lease, gate, dispatch, fail };
	const options = new OptionSetter(shared);
	const workCanceller = new WorkCanceller({ ...shared, brokers, backend });
	const turnCanceller = new TurnCanceller({ ...shared, brokers, turns, backend });
	const turnResumer = new TurnResumer(shared);
	const sender = new PromptSender({ ...shared, turns });
	const queue = new PromptQueue({ ...shared, turns, sender, turnCanceller });
	const isRemote = (): boolean => source.isRemote?.() === true;
	const teardown = new Teardown({ ...shared, brokers, backend, queue, turns, reconnector, isRemote });
	const inactivity = new InactivityTimer(shared);
	const stopping = { workCanceller, turnCanceller };
	return { brokers, lease, gate, options, ...stopping, turnResumer, sender, queue, teardown, inactivity };
}
