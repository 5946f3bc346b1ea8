/** What waits for the user in a session, permissions and questions, and how they are cancelled together. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isBackgroundEntry } from '../reducer/background.ts';
import type { ElicitationOutcome, ElicitationRequest } from '../model/elicitation.ts';
import { ElicitationBroker } from './elicitationBroker.ts';
import type { SessionEvent } from '../model/events.ts';
import { type BrokerParts, PermissionBroker } from './permissionBroker.ts';
import { isInside } from '../reducer/subagents.ts';

interface RequestBrokersParts extends BrokerParts {
	readonly dispatch: (event: SessionEvent) => void;
}

export class RequestBrokers implements Disposable {
	readonly permissions: PermissionBroker;
	readonly elicitations: ElicitationBroker;
	readonly #parts: RequestBrokersParts;
	#isDisposed = false;

	constructor(parts: RequestBrokersParts) {
		this.#parts = parts;
		this.permissions = new PermissionBroker(parts);
		this.elicitations = new ElicitationBroker(parts.state, parts.dispatch);
	}

	/** Asks the user in the name of the agent, for a request of ours that is open there, such as a login. */
	elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationOutcome> {
		if (this.#isDisposed) return Promise.resolve({ type: 'cancel' });
		return this.elicitations.ask(request, signal);
	}

	/** @returns true when anything waited for the user */
	cancelAll(by: 'user' | 'agent' | 'exit', isMeant?: (entryId: string) => boolean): boolean {
		const hadPermission = this.permissions.cancelAll(by, isMeant);
		return this.elicitations.cancelAll(by, isMeant) || hadPermission;
	}

	/** What runs on after the turn still waits for the user (acp C240). @returns true when anything else did */
	cancelOfTurn(by: 'user' | 'agent'): boolean {
		const { state } = this.#parts;
		return this.cancelAll(by, (id) => !isBackgroundEntry(state, state.entries.get(id)));
	}

	/** What a child session waits for. @returns true when there was anything */
	cancelInside(subagentId: string, by: 'user'): boolean {
		return this.cancelAll(by, (id) => isInside(this.#parts.state, id, subagentId));
	}

	dispose(): void {
		this.#isDisposed = true;
		this.cancelAll('exit');
		this.permissions.dispose();
	}
}
