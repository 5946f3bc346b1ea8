/**
 * What has to be settled with the user before an address is connected to: that others can read along, and the secrets
 * that its headers take.
 */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { AgentError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import { itemsOf, read, text } from '../../core/base/shape.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { messageText } from '../common/displayText.ts';
import {
	approvalHash,
	commandLineOf,
	type RemoteDefinition,
	resolveVariables,
} from '../settings/agentDefinition.ts';
import { entryProblem } from '../settings/mcpDefinition.ts';
import { endpointProblem } from '../settings/parseEndpoint.ts';
import { isReadableOnTheWay, originOf } from '../settings/remoteAddress.ts';
import { secretNames } from '../settings/remoteEndpoint.ts';
import { valueProblem } from '../settings/remoteHeaders.ts';
import type { LoginSecrets } from './loginSecrets.ts';
import { askForValues } from './loginValues.ts';

/** Values by the names that `${secret:NAME}` has. */
type Secrets = ReadonlyMap<string, string>;

interface RemoteAccessParts {
	readonly secrets: LoginSecrets;
	/** Global: no workspace says what was confirmed. */
	readonly storage: vscode.Memento;
	/** True while streamable HTTP is switched on. */
	readonly allowsHttp: () => boolean;
}

/** Hashes of the addresses that the user has confirmed although others can read along. */
const confirmedKey = 'acpHost.confirmedAddresses';

export class RemoteAccess {
	readonly #parts: RemoteAccessParts;
	/** Questions that are open, by what they are about: asked once, however many sessions wait. */
	readonly #open = new Map<string, { readonly agentName: string; readonly answer: Promise<Secrets> }>();
	/** The last of them: a question waits for the one before, which it would close. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(parts: RemoteAccessParts) {
		this.#parts = parts;
	}

	/** What keeps that agent from being connected to; its variables are put in. */
	problemOf(definition: RemoteDefinition): Sentence | undefined {
		return endpointProblem(definition, this.#parts.allowsHttp());
	}

	/**
	 * The agent with all variables put in, ready to be connected to; asks for what is not settled yet. Rejects with
	 * AgentError `spawn` for an address that is none, `denied` for one that is not approved or when the user gives up.
	 * @param written as the settings say it. Read once: what was approved is what is used, whatever they say after a
	 *   question.
	 * @param folder absolute path of the workspace folder
	 */
	async admit(
		written: RemoteDefinition,
		folder: string,
		isApproved: (definition: RemoteDefinition) => boolean,
	): Promise<RemoteDefinition> {
		const definition = resolveVariables(written, folder, process.env);
		this.#refuseWrong(definition);
		if (!isApproved(definition)) {
			throw new AgentError(
				'denied',
				sentence('This address has not been approved: {0}', commandLineOf(definition)),
			);
		}
		const secrets = await this.#secretsFor(definition);
		const ready = resolveVariables(written, folder, process.env, secrets);
		this.#refuseWrong(ready);
		return ready;
	}

	/** True while the user is asked about that agent, or will be. */
	isAsking(agentName: string): boolean {
		return [...this.#open.values()].some((open) => open.agentName === agentName);
	}

	/** What a failed connection means where a secret was sent: one that is refused can be entered again. */
	refusalOf({ secretValues = [] }: RemoteDefinition, error: unknown): unknown {
		const isRefused = AgentError.is(error) && (error.code === 401 || error.code === 403) && !isAnswer(error);
		if (!isRefused || secretValues.length === 0) return error;
		return new AgentError('secretRefused', error.words, { cause: error, code: error.code });
	}

	/**
	 * What keeps another value in the place of the secret that was entered for that agent at that address; undefined
	 * where there is not one alone.
	 */
	keeperFor(definition: RemoteDefinition): ((value: string) => Promise<void>) | undefined {
		const { secrets } = this.#parts;
		const { name: agentName, url } = definition;
		const [name, ...others] = secretNames(definition);
		if (name === undefined || others.length > 0) return undefined;
		return async (value) =>
			secrets.setHeaders(agentName, { ...(await secrets.headers(agentName)), [keyOf(url, name)]: value });
	}

	/** Forgets the secrets that were entered for that agent at that address: they are asked for again. */
	async forget({ name, url }: RemoteDefinition): Promise<void> {
		const all = await this.#parts.secrets.headers(name);
		const others = Object.entries(all).filter(([key]) => !key.startsWith(keyOf(url, '')));
		await this.#parts.secrets.setHeaders(name, Object.fromEntries(others));
	}

	#refuseWrong(definition: RemoteDefinition): void {
		const problem = this.problemOf(definition);
		if (problem === undefined) return;
		throw new AgentError('spawn', entryProblem('acpHost.agents', definition.name, problem));
	}

	/**
	 * A secret is kept for the agent and the origin that it was entered for: another address does not get it.
	 * @param definition with its variables put in, but for the secrets
	 */
	async #secretsFor(definition: RemoteDefinition): Promise<Secrets> {
		const kept = await this.#kept(definition);
		if (this.#isConfirmed(definition.url) && missingOf(definition, kept).length === 0) return kept;
		const key = JSON.stringify([definition.name, approvalHash(definition)]);
		const answer = this.#open.get(key)?.answer ?? this.#inTurn(() => this.#settle(definition));
		this.#open.set(key, { agentName: definition.name, answer });
		return answer.finally(() => this.#open.delete(key));
	}

	#inTurn<T>(ask: () => Promise<T>): Promise<T> {
		const asked = this.#last.then(ask);
		this.#last = asked.catch(() => undefined);
		return asked;
	}

	async #settle(definition: RemoteDefinition): Promise<Secrets> {
		if (!this.#isConfirmed(definition.url)) await this.#confirm(definition);
		const kept = await this.#kept(definition);
		const missing = missingOf(definition, kept);
		return missing.length === 0 ? kept : new Map([...kept, ...(await this.#enter(definition, missing))]);
	}

	/** Said once for each address: what goes there can be read on the way. */
	async #confirm({ name, url }: RemoteDefinition): Promise<void> {
		const copy = t('Copy Address');
		const connect = t('Connect Unencrypted');
		const why = t(
			'The connection is not encrypted. Whoever is on the way can read the conversation and the headers, and can change what the agent asks to be done here. If the agent can be reached by "wss:", use that.',
		);
		// The first button has the focus: it must do no harm.
		const choice = await vscode.window.showWarningMessage(
			messageText(t('Connect to {0} without encryption?', name)),
			{ modal: true, detail: `${visibleText(url)}\n\n${why}` },
			copy,
			connect,
		);
		if (choice === copy) await vscode.env.clipboard.writeText(url);
		if (choice !== connect) {
			throw new AgentError(
				'denied',
				sentence(
					'The connection to {0} would not be encrypted, and you have not confirmed it.',
					originOf(url),
				),
			);
		}
		const confirmed = [...this.#confirmed, hashOf(url)];
		await this.#parts.storage.update(confirmedKey, confirmed);
	}

	async #enter(definition: RemoteDefinition, names: readonly string[]): Promise<Secrets> {
		const { name: agentName, url } = definition;
		const label = t('Secret for {0}', originOf(url));
		const vars = names.map((name) => ({ name, label, isSecret: true, isOptional: false }));
		const entered = await askForValues(agentName, { vars }, new AbortController().signal);
		if (entered === undefined) {
			throw new AgentError('denied', sentence('The secret for {0} was not entered.', originOf(url)));
		}
		// What was pasted may hold more than one sees.
		for (const [name, value] of Object.entries(entered)) {
			const problem = valueProblem(name, value);
			if (problem !== undefined) throw new AgentError('denied', problem);
		}
		const { secrets } = this.#parts;
		const kept = Object.entries(entered).map(([name, value]) => [keyOf(url, name), value] as const);
		await secrets.setHeaders(agentName, {
			...(await secrets.headers(agentName)),
			...Object.fromEntries(kept),
		});
		return new Map(Object.entries(entered));
	}

	async #kept(definition: RemoteDefinition): Promise<Secrets> {
		const all = await this.#parts.secrets.headers(definition.name);
		return new Map(
			secretNames(definition).flatMap((name) => {
				const key = keyOf(definition.url, name);
				const value = Object.hasOwn(all, key) ? all[key] : undefined;
				return value === undefined ? [] : [[name, value] as const];
			}),
		);
	}

	#isConfirmed(url: string): boolean {
		return !isReadableOnTheWay(url) || this.#confirmed.includes(hashOf(url));
	}

	get #confirmed(): readonly string[] {
		return read(itemsOf(text), this.#parts.storage.get<unknown>(confirmedKey)) ?? [];
	}
}

/** What the agent itself answered is no word of what lets us in, such as a gateway before it. */
function isAnswer({ reason }: AgentError): boolean {
	return reason === 'answered' || reason === 'refused';
}

function missingOf(definition: RemoteDefinition, kept: Secrets): readonly string[] {
	return secretNames(definition).filter((name) => !kept.has(name));
}

/** An origin has no blank. */
function keyOf(url: string, name: string): string {
	return `${originOf(url)} ${name}`;
}

/** The address may hold what is not for showing. */
function hashOf(url: string): string {
	return createHash('sha256').update(url).digest('hex');
}
