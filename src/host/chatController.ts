/** Carries out what the user asks for in a chat view. A message names only ids that exist; others do nothing. */
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import { t } from '../core/base/l10n.ts';
import type { NoticeAction } from '../core/session/model.ts';
import type { FromView, ViewAgent } from '../core/view/messages.ts';
import { formatRaw } from '../core/view/rawText.ts';
import type { AgentService } from './agentService.ts';
import { Attaching } from './attaching.ts';
import type { Attention } from './attention/attention.ts';
import type { ChatIntents, ChatSurface } from './chatSurface.ts';
import { type CodeAction, runCodeAction } from './codeActions.ts';
import type { DiffTabs } from './diffTabs.ts';
import { documentName, messageText } from './displayText.ts';
import { attachmentsOf } from './draftAttachments.ts';
import { editPrompt } from './editPrompt.ts';
import { answerElicitation } from './elicitationAnswers.ts';
import type { Highlighting } from './highlighting.ts';
import type { HostedSession } from './hostedSession.ts';
import { openLink, openLocation } from './links.ts';
import { isOffered } from './noticeActions.ts';
import type { Login } from './login.ts';
import { Mentions } from './mentions/mentions.ts';
import { openAttachment } from './mentions/openAttachment.ts';
import { sessionCandidates } from './mentions/sessionContext.ts';
import { takeBack } from './promptDelivery.ts';
import { changeQueue } from './queueActions.ts';
import type { OptionChooser } from './optionChooser.ts';
import type { PermissionQueue } from './permissionQueue.ts';
import type { WindowRules } from './permissionRules/permissionRules.ts';
import type { ReadonlyDocuments } from './readonlyDocuments.ts';
import { forceStop } from './forceStop.ts';
import { copyMessage } from './readingCommands.ts';
import { restartAgent } from './restartAgent.ts';
import { resumeTurn, tellInterrupted } from './restoredSession.ts';
import type { Sessions } from './sessions.ts';
import { openSettings, type Settings } from './settings.ts';
import { lostAttachmentsNotice } from './storedDraft.ts';
import { submitPrompt } from './submitPrompt.ts';
import type { TerminalTabs } from './terminalTabs.ts';

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
	readonly log: vscode.LogOutputChannel;
}

export class ChatController implements ChatIntents {
	readonly #parts: ChatControllerParts;
	readonly #mentions = new Mentions();
	/** Sessions of an earlier window whose agent was asked for them; one that failed is not asked by itself again. */
	readonly #asked = new WeakSet<HostedSession>();

	constructor(parts: ChatControllerParts) {
		this.#parts = parts;
	}

	handle(surface: ChatSurface, message: FromView, sessionKey: string | undefined): void {
		if (message.type === 'newSession') return void this.#newSession(message.agent);
		if (message.type === 'copy') return void vscode.env.clipboard.writeText(message.text);
		if (message.type === 'highlight') return this.#highlight(surface, message);
		if (message.type === 'insertCode' || message.type === 'openCode') return this.#runCodeAction(message);
		// What the user did just before a switch is about the session they saw.
		const hosted = sessionKey === undefined ? surface.hosted : this.#parts.sessions().byKey(sessionKey);
		if (hosted === undefined) {
			if (message.type === 'notice' && message.action === 'open_settings') void openSettings();
			return;
		}
		void this.#whenRestored(surface, hosted, message).catch((error: unknown) => this.#report(error));
	}

	/** After a reload the agent is asked for the conversation once somebody looks at it. */
	onShown(hosted: HostedSession): void {
		this.#parts.attention.look();
		if (hosted.restoreHistory === undefined) this.#startIfNeeded(hosted);
		else void hosted.restoreHistory().then(() => this.#startIfNeeded(hosted));
	}

	emptyState(): { agents: readonly ViewAgent[]; problems: readonly string[] } {
		const { agents, problems } = this.#parts.settings.agents;
		return { agents: agents.map(({ name }) => ({ name, title: name })), problems };
	}

	onInvalidMessage(): void {
		this.#parts.log.warn('A chat view sent a message that is not one of ours; it was ignored.');
	}

	#startIfNeeded(hosted: HostedSession): void {
		const { session } = hosted;
		if (session.isOpen || session.state.agent.type !== 'exited') return;
		const { entries, isFromStore, sessionId } = session.state;
		const isOpenable = hosted.canLoad || sessionId === undefined;
		const isRestored = isOpenable && isFromStore && !this.#asked.has(hosted);
		this.#asked.add(hosted);
		if (entries.size === 0 || isRestored) void this.#startShown(hosted);
		else tellLostAttachments(hosted);
	}

	async #startShown(hosted: HostedSession): Promise<void> {
		await hosted.session.start();
		tellLostAttachments(hosted);
		// Once more: the agent's own history may have taken the place of what said so.
		tellInterrupted(hosted);
		hosted.wasInterrupted = false;
	}

	/** What the user does in a session comes after what was there before the reload. */
	async #whenRestored(surface: ChatSurface, hosted: HostedSession, message: FromView): Promise<void> {
		if (hosted.restoreHistory !== undefined) await hosted.restoreHistory();
		await this.#handleFor(surface, hosted, message);
	}

	async #handleFor(surface: ChatSurface, hosted: HostedSession, message: FromView): Promise<void> {
		const { session } = hosted;
		switch (message.type) {
			case 'submit':
				this.#parts.permissions.noteSubmitted();
				hosted.draftRevision = Math.max(hosted.draftRevision, message.revision ?? 0);
				return submitPrompt(this.#parts.sessions(), hosted, message);
			case 'stop':
				return session.stop();
			case 'answer':
				return session.answer(message.permissionId, message.optionId);
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
				return this.#attaching(surface, hosted).pick();
			case 'addMedia':
				return this.#attaching(surface, hosted).addMedia(message);
			case 'addFiles':
				return this.#attaching(surface, hosted).addDropped(message.uris);
			case 'findMentions':
				return this.#findMentions(surface, hosted, message);
			case 'pasted':
				return this.#tellSource(surface, hosted, message);
			case 'addMention':
				return this.#attaching(surface, hosted).addMention(
					this.#mentions.offered(message.id),
					message.requestId,
				);
			case 'openAttachment':
				return this.#openAttachment(hosted, message.id);
			case 'elicitation':
				return answerElicitation(hosted, message);
			case 'login':
				return void (await this.#parts.login.login(session.state, message.methodId));
			case 'cancelLogin':
				return this.#parts.login.cancel(session.state);
			case 'takeBackPrompt':
				return takeBack(this.#parts.sessions(), hosted);
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
						hosted.outbox.undelivered,
						message.revision,
					);
			case 'openLocation':
				return this.#openLocation(hosted, message.entryId, message.index);
			case 'openDiff':
				return this.#parts.diffs.open(hosted, message.entryId, message.index);
			case 'openLink':
				return openLink(message.href, session.state.cwd);
			case 'openOutput':
				return this.#openOutput(hosted, message.terminalId);
			case 'requestRaw':
				return this.#sendRaw(surface, hosted, message.entryId);
			case 'notice':
				return isOffered(session.state, message) ? this.#runAction(hosted, message.action) : undefined;
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

	#findMentions(
		surface: ChatSurface,
		hosted: HostedSession,
		{ requestId, query }: Extract<FromView, { type: 'findMentions' }>,
	): Promise<void> {
		return this.#mentions.find(query, sessionCandidates(this.#parts.sessions(), hosted), (items) => {
			if (surface.hosted === hosted) surface.post({ type: 'mentions', requestId, items });
		});
	}

	#tellSource(
		surface: ChatSurface,
		hosted: HostedSession,
		{ requestId, text }: Extract<FromView, { type: 'pasted' }>,
	): void {
		const mention = this.#mentions.pasted(text);
		if (mention !== undefined && surface.hosted === hosted)
			surface.post({ type: 'pastedFrom', requestId, mention });
	}

	async #openAttachment(hosted: HostedSession, id: string): Promise<void> {
		const { draft, offered } = hosted;
		const attachment = draft.attachments.find((one) => one.id === id) ?? offered.get(id);
		if (attachment === undefined) return;
		const showText = (...text: Parameters<ChatController['showText']>) => this.showText(...text);
		await openAttachment(attachment, { sessions: this.#parts.sessions(), showText });
	}

	#attaching(surface: ChatSurface, hosted: HostedSession): Attaching {
		return new Attaching(this.#parts.sessions(), surface, hosted);
	}

	async #openLocation(hosted: HostedSession, entryId: string, index: number): Promise<void> {
		const call = hosted.session.state.entries.get(entryId);
		const location = call?.type === 'tool_call' ? call.locations[index] : undefined;
		if (location !== undefined) await openLocation(location);
	}

	async #openOutput(hosted: HostedSession, terminalId: string): Promise<void> {
		const { state } = hosted.session;
		const terminal = state.terminals.get(terminalId);
		if (terminal === undefined) return;
		await this.showText(state.key, terminalId, stripVTControlCharacters(terminal.output), 'log');
	}

	#sendRaw(surface: ChatSurface, hosted: HostedSession, entryId: string): void {
		const call = hosted.session.state.entries.get(entryId);
		if (call?.type !== 'tool_call' || surface.hosted !== hosted) return;
		surface.post({
			type: 'raw',
			entryId,
			input: formatRaw(call.rawInput),
			output: formatRaw(call.rawOutput),
		});
	}

	/** Shows a text in a read-only tab. @param name unique in the group; agents may have chosen it */
	async showText(group: string, name: string, text: string, extension = 'txt'): Promise<void> {
		const path = `/${documentName(name, extension)}`;
		const uri = this.#parts.documents.put(group, `${name}.${extension}`, path, text);
		await vscode.window.showTextDocument(uri, { preview: true });
	}

	async #runAction(hosted: HostedSession, action: NoticeAction): Promise<void> {
		const { session } = hosted;
		switch (action) {
			case 'show_log':
				return this.#parts.agents.showLog(session.state.agentName);
			case 'restart':
				return restartAgent(this.#parts.sessions(), this.#parts.agents, session);
			case 'open_settings':
				return openSettings();
			case 'new_session':
				return this.#newSession(session.state.agentName);
			case 'resume':
				return resumeTurn(hosted);
			case 'retry':
				// Somebody may have logged in elsewhere: then a prompt may be waiting, too.
				return this.#parts.login.waiters.retry(hosted);
			case 'approve':
				return this.#approve(hosted);
			case 'login':
				return void (await vscode.commands.executeCommand('acpHost.login'));
			case 'choose_mcp_servers':
				return void (await vscode.commands.executeCommand('acpHost.chooseWorkspaceMcpServers'));
			case 'force_stop':
				return forceStop(this.#parts.sessions(), this.#parts.agents, session);
		}
	}

	/** Approves what was shown. When the settings changed meanwhile, `start` shows the new line and asks again. */
	async #approve({ session }: HostedSession): Promise<void> {
		const { agent, agentName, cwd } = session.state;
		if (agent.type !== 'unapproved') return;
		const { agents } = this.#parts;
		if (agents.sourceFor(agentName, cwd).commandLine() === agent.commandLine)
			await agents.approve(agentName, cwd);
		await session.start();
	}

	async #newSession(agent: string | undefined): Promise<void> {
		await vscode.commands.executeCommand('acpHost.newSession', agent === undefined ? undefined : { agent });
	}

	#report(error: unknown): void {
		const message = error instanceof Error ? error.message : String(error);
		this.#parts.log.error(message);
		void vscode.window.showErrorMessage(messageText(`ACP Host: ${message}`), t('Show Log')).then((choice) => {
			if (choice !== undefined) this.#parts.log.show();
		});
	}
}

/** Once, and not before the history is back: it would push the notice aside. */
function tellLostAttachments(hosted: HostedSession): void {
	const { lostAttachments, session } = hosted;
	if (lostAttachments.length === 0) return;
	hosted.lostAttachments = [];
	session.dispatch({ type: 'notice', notice: lostAttachmentsNotice(lostAttachments) });
}
