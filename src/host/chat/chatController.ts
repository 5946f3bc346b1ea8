/** Carries out what the user asks for in a chat view. A message names only ids that exist; others do nothing. */
import * as vscode from 'vscode';
import { spoken } from '../../core/base/l10n.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { ViewAgent } from '../../core/view/toView.ts';
import type { AgentService } from '../agents/agentService.ts';
import type { Attention } from '../attention/attention.ts';
import type { ChatIntents, ChatSurface } from './chatSurface.ts';
import { type CodeAction, runCodeAction } from './codeActions.ts';
import { answerElicitation } from './elicitationAnswers.ts';
import { openLocationOf, outputOf, rawOf } from './entryDetails.ts';
import type { Highlighting } from './highlighting.ts';
import { openLink } from './links.ts';
import { isOffered, runNoticeAction } from './noticeActions.ts';
import { copyMessage } from './readingCommands.ts';
import { ShownSessions } from './shownSessions.ts';
import type { ChatChanges } from '../changesInChat/chatChanges.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { DiffTabs } from '../diffs/diffTabs.ts';
import type { Login } from '../login/login.ts';
import type { OptionChooser } from '../options/optionChooser.ts';
import type { PermissionQueue } from '../permissions/permissionQueue.ts';
import type { WindowRules } from '../permissions/permissionRules.ts';
import { AttachIntents } from '../prompt/attachIntents.ts';
import { attachmentsOf } from '../prompt/draftAttachments.ts';
import { editPrompt } from '../prompt/editPrompt.ts';
import { returnAwaitingLogin } from '../prompt/promptDelivery.ts';
import { submitDraft } from '../prompt/submitDraft.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { openSettings, type Settings } from '../settings/settings.ts';
import type { TerminalTabs } from '../terminals/terminalTabs.ts';
import { tellError } from '../common/guardedCommand.ts';

/** What the intents of the chat view are carried out with. */
export interface ChatControllerParts {
	readonly settings: Settings;
	readonly agents: AgentService;
	readonly sessions: () => Sessions;
	readonly permissions: PermissionQueue;
	readonly attention: Attention;
	readonly rules: WindowRules;
	readonly diffs: DiffTabs;
	readonly documents: ReadonlyDocuments;
	readonly terminalTabs: TerminalTabs;
	readonly login: Login;
	readonly options: OptionChooser;
	readonly highlighting: Highlighting;
	readonly changes: ChatChanges;
	readonly log: vscode.LogOutputChannel;
}

/** Carries out what the user does in a chat view, for the session that the view shows. */
export class ChatController implements ChatIntents {
	readonly #parts: ChatControllerParts;
	readonly #attaching: AttachIntents;
	readonly #shown = new ShownSessions();

	constructor(parts: ChatControllerParts) {
		this.#parts = parts;
		this.#attaching = new AttachIntents(parts.sessions, parts.documents);
	}

	get changes(): ChatChanges {
		return this.#parts.changes;
	}

	handle(surface: ChatSurface, message: FromView, sessionKey: string | undefined): void {
		if (message.type === 'newSession') return newSession(message.agent);
		if (message.type === 'copy') return void vscode.env.clipboard.writeText(message.text);
		if (message.type === 'highlight') return this.#highlight(surface, message);
		if (message.type === 'insertCode' || message.type === 'openCode') return this.#runCodeAction(message);
		// What the user did just before a switch is about the session they saw.
		const hosted = sessionKey === undefined ? surface.hosted : this.#parts.sessions().byKey(sessionKey);
		if (hosted === undefined) {
			if (message.type === 'notice' && message.action === 'open_settings') void openSettings();
			return;
		}
		void this.#handleFor(surface, hosted, message).catch((error: unknown) => this.#report(error));
	}

	/** After a reload the agent is asked for the conversation once it is visible. */
	onShown(hosted: HostedSession): void {
		this.#parts.attention.turns.noteSeen();
		this.#shown.onShown(hosted);
	}

	emptyState(): { agents: readonly ViewAgent[]; problems: readonly string[] } {
		const { agents, problems } = this.#parts.settings.agents;
		return { agents: agents.map(({ name }) => ({ name, title: name })), problems: problems.map(spoken) };
	}

	onInvalidMessage(): void {
		this.#parts.log.warn('A chat view sent a message that is not one of ours; it was ignored.');
	}

	/** What the user does in a session comes after what was there before the reload. */
	async #handleFor(surface: ChatSurface, hosted: HostedSession, message: FromView): Promise<void> {
		if (hosted.restoreHistory !== undefined) await hosted.restoreHistory();
		const { session } = hosted;
		switch (message.type) {
			case 'submit':
				this.#parts.permissions.noteSubmitted(() => void surface.returnFocus());
				hosted.draftRevision = Math.max(hosted.draftRevision, message.revision ?? 0);
				return submitDraft(this.#parts.sessions(), hosted, message, surface);
			case 'stop':
				return session.stop();
			case 'answer':
				return session.permissions.answerCard(message.permissionId, message.optionId, message.revision);
			case 'rule':
				return this.#parts.rules.openFor(hosted, message.permissionId);
			case 'setOption':
				return this.#parts.options.choose(hosted, message.optionId, message.value);
			case 'cycleMode':
				return this.#parts.options.cycleMode(hosted);
			case 'pickOption':
				await this.#parts.options.pick(hosted, message.optionId);
				return surface.focusComposer();
			case 'attach':
			case 'addMedia':
			case 'addFiles':
			case 'findMentions':
			case 'addMention':
			case 'pasted':
			case 'openAttachment':
				return this.#attaching.handle(surface, hosted, message);
			case 'elicitation':
				return answerElicitation(hosted, message);
			case 'login':
				return void (await this.#parts.login.login(session.state, message.methodId));
			case 'cancelLogin':
				return this.#parts.login.cancel(session.state);
			case 'takeBackPrompt':
				return returnAwaitingLogin(this.#parts.sessions(), hosted);
			case 'dismissNotice':
				return session.dispatch({ type: 'agent_notice_dismissed', id: message.id });
			case 'openTerminal':
				return this.#parts.terminalTabs.open(hosted, message.terminalId);
			case 'stopTerminal':
				return session.stopCommand(message.terminalId);
			case 'cancelSubagent':
				return session.cancelSubagent(message.entryId);
			case 'cancelToolCall':
				return session.cancelToolCall(message.entryId);
			case 'withdrawPrompt':
				return session.withdraw(message.queueId);
			case 'changeQueue':
				return changeQueue(session, message);
			case 'resumeQueue':
				return session.resumeQueue();
			case 'editPrompt':
				editPrompt(this.#parts.sessions(), hosted, message.entryId);
				return surface.focusComposer();
			case 'copyMessage':
				return copyMessage(session.state, message.entryId);
			case 'draftChanged':
				// An empty draft is what a sent prompt leaves behind, not typing.
				if (message.text !== '') this.#parts.permissions.noteTyping();
				return this.#parts
					.sessions()
					.setDraft(
						hosted,
						{ text: message.text, attachments: attachmentsOf(hosted, message.attachments) },
						{ revision: message.revision ?? 0, from: surface },
					);
			case 'openLocation':
				return openLocationOf(session.state, message.entryId, message.index);
			case 'openDiff':
				return this.#parts.diffs.open(hosted, message.entryId, message.index);
			case 'answerChanges':
			case 'answerFiles':
			case 'answerCall':
			case 'openChangedFile':
			case 'showChanges':
			case 'checkpoint':
				return this.#parts.changes.inChat?.handle(hosted, message);
			case 'openLink':
				return openLink(message.href, session.state.cwd);
			case 'openOutput':
				return this.#openOutput(hosted, message.terminalId);
			case 'requestRaw':
				return this.#sendRaw(surface, hosted, message.entryId);
			case 'notice':
				return isOffered(session.state, message)
					? runNoticeAction(message.action, hosted, this.#parts)
					: undefined;
			case 'ready':
			case 'resync':
			case 'showOlder':
			case 'forgetOlder':
			case 'newSession':
			case 'copy':
			case 'highlight':
			case 'insertCode':
			case 'openCode':
				return undefined;
		}
	}

	#runCodeAction(action: CodeAction): void {
		const { highlighting } = this.#parts;
		void runCodeAction(action, (info) => highlighting.languageOf(info)).catch((error: unknown) =>
			this.#report(error),
		);
	}

	/** Nothing that the user asked for: code without colours says enough. */
	#highlight(surface: ChatSurface, message: Extract<FromView, { type: 'highlight' }>): void {
		void this.#parts.highlighting
			.highlight(surface, message)
			.catch((error: unknown) => this.#parts.log.warn(`Code stays without colours: ${String(error)}`));
	}

	async #openOutput({ session }: HostedSession, terminalId: string): Promise<void> {
		const output = outputOf(session.state, terminalId);
		if (output === undefined) return;
		await this.#parts.documents.showText(session.state.key, terminalId, output, 'log');
	}

	#sendRaw(surface: ChatSurface, hosted: HostedSession, entryId: string): void {
		const raw = rawOf(hosted.session.state, entryId);
		if (raw !== undefined && surface.hosted === hosted) surface.post(raw);
	}

	#report(error: unknown): void {
		tellError(this.#parts.log, error);
	}
}

function newSession(agent: string | undefined): void {
	void vscode.commands.executeCommand('acpHost.newSession', agent === undefined ? undefined : { agent });
}

/** What the user does with a prompt that waits for its turn. */
function changeQueue(
	session: Session,
	{ queueId, action }: Extract<FromView, { type: 'changeQueue' }>,
): void {
	switch (action) {
		case 'remove':
			return session.removeQueued(queueId);
		case 'up':
		case 'down':
			return session.moveQueued(queueId, action);
		case 'sendNow':
			return session.sendNow(queueId);
	}
}
