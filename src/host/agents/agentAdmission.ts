/** Which agent may be started or connected to, and what it is started or reached with. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { AgentError } from '../../core/base/errors.ts';
import { spoken } from '../../core/base/l10n.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import type { RemoteAccess } from '../login/remoteAccess.ts';
import {
	type AgentDefinition,
	type RemoteDefinition,
	commandLineOf,
	type ProgramDefinition,
	resolveVariables,
} from '../settings/agentDefinition.ts';
import type { DeviceLogin } from './openAsDevice.ts';
import type { Settings } from '../settings/settings.ts';
import type { Approvals } from './approvals.ts';

export interface AdmissionParts {
	readonly settings: Settings;
	readonly approvals: Approvals;
	/** What the user entered for an agent, to log in with: variables of its environment. */
	readonly enteredEnv: (agentName: string) => Promise<Readonly<Record<string, string>>>;
	/** Settles with the user what an address needs. Loaded with the first such agent. */
	readonly access: () => Pick<
		RemoteAccess,
		'problemOf' | 'isAsking' | 'admit' | 'refusalOf' | 'forget' | 'keeperFor'
	>;
}

export class AgentAdmission {
	readonly #parts: AdmissionParts;

	constructor(parts: AdmissionParts) {
		this.#parts = parts;
	}

	/** As the settings say it now, with variables put in but for secrets; undefined when they do not name it. */
	definition(agentName: string, folder: string): AgentDefinition | undefined {
		const definition = this.#parts.settings.agent(agentName);
		return definition === undefined ? undefined : resolveVariables(definition, folder, process.env);
	}

	/** True for one that listens on an address. */
	isRemote(agentName: string): boolean {
		return this.#parts.settings.agent(agentName)?.type === 'remote';
	}

	/** True while the user is asked for what its address needs. */
	isAsking(agentName: string): boolean {
		return this.isRemote(agentName) && this.#parts.access().isAsking(agentName);
	}

	/** False for one that has to be shown to the user first (hazard F3). */
	isApproved(agentName: string, folder: string): boolean {
		const definition = this.definition(agentName, folder);
		// A missing or wrong entry is reported by `admit`; there is nothing to approve in it.
		if (definition === undefined || this.#problemOf(definition) !== undefined) return true;
		return this.#parts.approvals.isApproved(definition);
	}

	async approve(agentName: string, folder: string): Promise<void> {
		const definition = this.definition(agentName, folder);
		if (definition !== undefined) await this.#parts.approvals.approve(definition);
	}

	/**
	 * The definition with all variables put in, and with what the user entered for it, who may be asked for that. Rejects
	 * with `AgentError` when it may not run.
	 */
	async admit(agentName: string, folder: string): Promise<AgentDefinition> {
		const written = this.#parts.settings.agent(agentName);
		if (!vscode.workspace.isTrusted) {
			throw new AgentError('denied', sentence('Agents run programs. Trust this workspace first.'));
		}
		if (written === undefined) throw new AgentError('spawn', this.#missingText(agentName));
		const { approvals, enteredEnv, access } = this.#parts;
		if (written.type === 'remote') {
			return access().admit(written, folder, (definition) => approvals.isApproved(definition));
		}
		const definition = resolveVariables(written, folder, process.env);
		if (!approvals.isApproved(definition)) {
			throw new AgentError(
				'denied',
				sentence('This command has not been approved: {0}', commandLineOf(definition)),
			);
		}
		return withEntered(definition, await enteredEnv(agentName));
	}

	/** The error as the user is to see it, where a secret was sent that is not taken. */
	refusalOf(definition: AgentDefinition, error: unknown): unknown {
		return definition.type === 'remote' ? this.#parts.access().refusalOf(definition, error) : error;
	}

	/** This device, as an agent at an address knows it once it has logged in there. No address learns another's name. */
	deviceAt(definition: RemoteDefinition): Pick<DeviceLogin, 'headers' | 'installationId' | 'keep'> {
		const { headers, url } = definition;
		const installationId = createHash('sha256').update(`${vscode.env.machineId} ${url}`).digest('hex');
		return { headers, installationId, keep: this.#parts.access().keeperFor(definition) };
	}

	/** Forgets the secrets that were entered for an agent at an address: the next connection asks for them. */
	async forgetSecrets(agentName: string, folder: string): Promise<void> {
		const definition = this.definition(agentName, folder);
		if (definition?.type === 'remote') await this.#parts.access().forget(definition);
	}

	#problemOf(definition: AgentDefinition): Sentence | undefined {
		return definition.type === 'remote' ? this.#parts.access().problemOf(definition) : undefined;
	}

	#missingText(agentName: string): Sentence {
		const { problems } = this.#parts.settings.agents;
		const problem = problems.find((one) => spoken(one).includes(`"${agentName}"`));
		return problem ?? sentence('There is no agent "{0}" in acpHost.agents (any more).', agentName);
	}
}

/**
 * What is configured counts more than what was entered, and both more than what is inherited. A variable that is not set
 * makes an empty value, which counts less than one that was entered.
 */
function withEntered(
	definition: ProgramDefinition,
	entered: Readonly<Record<string, string>>,
): ProgramDefinition {
	const configured = Object.entries(definition.env).filter(
		([name, value]) => value !== '' || !Object.hasOwn(entered, name),
	);
	return { ...definition, env: { ...entered, ...Object.fromEntries(configured) }, entered };
}
