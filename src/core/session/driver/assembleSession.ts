/** Which parts a session has, and which of them knows which. */
import type { AgentError } from '../../base/errors.ts';
import { AgentHold } from './agentHold.ts';
import { CancelDesk } from './cancelDesk.ts';
import { Crashes } from './agentFailure.ts';
import type { SessionEvent } from '../model/events.ts';
import { LoginGate } from './loginGate.ts';
import { OptionSetter } from './optionSetter.ts';
import { Parting } from './parting.ts';
import type { PermissionLog, PermissionRules } from '../model/permissionPorts.ts';
import { PromptQueue } from './promptQueue.ts';
import { PromptSender } from './promptSender.ts';
import { RequestDesks } from './requestDesks.ts';
import { type OpenerServices, SessionOpener } from './sessionOpener.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import { Silence } from './silence.ts';
import { TurnRunner } from './turnRunner.ts';
import { TurnStopper } from './turnStopper.ts';

export interface AssemblyServices extends OpenerServices {
	/** Without them the user is always asked. */
	readonly permissionRules?: PermissionRules;
	readonly permissionLog?: PermissionLog;
}

export interface SessionAssembly {
	readonly desks: RequestDesks;
	readonly hold: AgentHold;
	readonly gate: LoginGate;
	readonly options: OptionSetter;
	readonly cancels: CancelDesk;
	readonly stopper: TurnStopper;
	readonly sender: PromptSender;
	readonly queue: PromptQueue;
	readonly parting: Parting;
	readonly silence: Silence;
}

/** @param dispatch not called before this has returned */
export function assembleSession(
	state: SessionState,
	services: AssemblyServices,
	backend: SessionBackend,
	dispatch: (event: SessionEvent) => void,
): SessionAssembly {
	const { clock, source, permissionRules: rules, permissionLog: log } = services;
	const crashes = new Crashes(clock);
	const fail = (error: unknown): void =>
		dispatch({ type: 'notice', notice: crashes.noticeOf(state.agentTitle, error) });
	const desks = new RequestDesks({ state, dispatch, clock, rules, log });
	const gate = new LoginGate(state, dispatch);

	const onEnd = (isWell: boolean): void => queue.onTurnEnd(isWell);
	const turns = new TurnRunner({ state, clock, dispatch, desks, backend, onEnd });
	const opener = new SessionOpener(state, services, turns, desks, backend);
	const onExit = (error: AgentError): void => parting.onExit(error);
	const hold = new AgentHold({ source, opener, gate, dispatch, fail, onExit });

	const shared = { state, clock, hold, gate, dispatch, fail };
	const options = new OptionSetter(shared);
	const cancels = new CancelDesk({ ...shared, desks, backend });
	const stopper = new TurnStopper({ ...shared, desks, turns });
	const sender = new PromptSender({ ...shared, turns });
	const queue = new PromptQueue({ ...shared, turns, sender, stopper });
	const parting = new Parting({ ...shared, desks, backend, queue, turns });
	const silence = new Silence(shared);
	return { desks, hold, gate, options, cancels, stopper, sender, queue, parting, silence };
}
