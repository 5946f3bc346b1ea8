/** Which parts a session has, and which of them knows which. */
import type { AgentError } from '../../base/errors.ts';
import { AgentHold } from './agentHold.ts';
import { CancelDesk } from './cancelDesk.ts';
import { Crashes } from './crashes.ts';
import type { SessionEvent } from '../model/events.ts';
import { LoginGate } from './loginGate.ts';
import { OptionSetter } from './optionSetter.ts';
import { Parting } from './parting.ts';
import type { PermissionLog, PermissionRules } from '../model/permissionPorts.ts';
import { PromptIntake } from './promptIntake.ts';
import { PromptQueue } from './promptQueue.ts';
import { PromptSender } from './promptSender.ts';
import { RequestDesks } from './requestDesks.ts';
import { type OpenerServices, SessionOpener } from './sessionOpener.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionBackend, SessionTarget } from '../model/sessionTarget.ts';
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
	readonly options: OptionSetter;
	readonly cancels: CancelDesk;
	readonly stopper: TurnStopper;
	readonly queue: PromptQueue;
	readonly intake: PromptIntake;
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

	/** The end of a turn may be among what the agent says. */
	const receive = (event: SessionEvent): void => {
		turns.onWord();
		if (event.type !== 'work' || state.isReplaying) return dispatch(event);
		sender.onWork(event.work);
		turns.onWork(event);
	};
	const opener = new SessionOpener(state, services, receive, offer(desks, backend, dispatch), {
		beforeRebuild: () => void desks.elicitations.cancelAll('agent'),
		afterRebuild: () => desks.permissions.showAgain(),
	});
	const onExit = (error: AgentError): void => parting.onExit(error);
	const hold = new AgentHold({ source, opener, gate, dispatch, fail, onExit });

	const shared = { state, clock, hold, gate, dispatch, fail };
	const options = new OptionSetter(shared);
	const killCommand = (terminalId: string): void => backend.terminals.kill(terminalId);
	const cancels = new CancelDesk({ ...shared, desks, killCommand });

	const cancelRequests = (by: 'user' | 'agent'): boolean => desks.cancelOfTurn(by);
	const killCommands = (): void => backend.killCommands();
	const onEnd = (isWell: boolean): void => queue.onTurnEnd(isWell);
	const turns = new TurnRunner({ ...shared, cancelRequests, killCommands, onEnd });
	const stopper = new TurnStopper({ ...shared, cancelRequests, endStopped: () => turns.endStopped() });
	const sender = new PromptSender({ ...shared, turns });
	const queue = new PromptQueue({ ...shared, turns, sender });
	const intake = new PromptIntake({ ...shared, source, options, sender, queue });
	const parting = new Parting({ ...shared, desks, backend, queue, turns, sender });
	return { desks, hold, options, cancels, stopper, queue, intake, parting, silence: new Silence(shared) };
}

/** What the agent may ask of the session. */
function offer(
	{ permissions, elicitations }: RequestDesks,
	{ files, terminals }: SessionBackend,
	dispatch: (event: SessionEvent) => void,
): Omit<SessionTarget, 'onEvent'> {
	return {
		requestPermission: (request, signal) => permissions.ask(request, signal),
		elicit: (request, signal) => elicitations.ask(request, signal),
		completeElicitation: (elicitationId) => dispatch({ type: 'elicitation_completed', elicitationId }),
		files,
		terminals,
	};
}
