/** Carries out what the user asks for in a chat view. A message names only ids that exist; others do nothing. */
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import type { Content } from '../core/session/content.ts';
import type { NoticeAction } from '../core/session/model.ts';
import type { FromView, ViewAgent, ViewAttachment } from '../core/view/messages.ts';
import { formatRaw } from '../core/view/project.ts';
import type { AgentService } from './agentService.ts';
import { pickAttachments } from './attachments.ts';
import type { ChatIntents, ChatSurface } from './chatSurface.ts';
import type { DiffTabs } from './diffTabs.ts';
import { emptyDraft, type HostedSession } from './hostedSession.ts';
import { openLink, openLocation } from './links.ts';
import type { PermissionQueue } from './permissionQueue.ts';
import type { ReadonlyDocuments } from './readonlyDocuments.ts';
import { restartAgent } from './restartAgent.ts';
import type { Sessions } from './sessions.ts';
import { openSettings, type Settings } from './settings.ts';

export interface ChatControllerParts {
	readonly settings: Settings;
	readonly agents: AgentService;
	readonly sessions: () => Sessions;
	readonly permissions: PermissionQueue;
	readonly diffs: DiffTabs;
	readonly documents: ReadonlyDocuments;
	readonly log: vscode.LogOutputChannel;
}

export class ChatController implements ChatIntents {
	readonly #parts: ChatControllerParts;

	constructor(parts: ChatControllerParts) {
		this.#parts = parts;
	}

	handle(surface: ChatSurface, message: FromView): void {
		if (message.type === 'newSession') return void this.#newSession(message.agent);
		if (message.type === 'copy') return void vscode.env.clipboard.writeText(message.text);
		const { hosted } = surface;
		if (hosted === undefined) {
			if (message.type === 'notice' && message.action === 'open_settings') void openSettings();
			return;
		}
		void this.#handleFor(surface, hosted, message).catch((error: unknown) => this.#report(error));
	}

	/** After a reload the agent is asked for the conversation once somebody looks at it. */
	onShown(hosted: HostedSession): void {
		const { session } = hosted;
		if (session.isOpen || session.state.agent.type !== 'exited') return;
		const isNew = session.state.sessionId === undefined && session.state.entries.size === 0;
		const isRestored = hosted.canLoad && session.state.entries.size === 0;
		if (isNew || isRestored) void this.#startShown(hosted);
	}

	emptyState(): { agents: readonly ViewAgent[]; problems: readonly string[] } {
		const { agents, problems } = this.#parts.settings.agents;
		return { agents: agents.map(({ name }) => ({ name, title: name })), problems };
	}

	onInvalidMessage(): void {
		this.#parts.log.warn('A chat view sent a message that is not one of ours; it was ignored.');
	}

	async #startShown(hosted: HostedSession): Promise<void> {
		await hosted.session.start();
		if (!hosted.wasInterrupted) return;
		hosted.wasInterrupted = false;
		hosted.session.dispatch({
			type: 'notice',
			notice: {
				severity: 'warning',
				title: 'The turn was interrupted when the window was reloaded',
				actions: [],
			},
		});
	}

	async #handleFor(surface: ChatSurface, hosted: HostedSession, message: FromView): Promise<void> {
		const { session } = hosted;
		switch (message.type) {
			case 'submit':
				this.#parts.permissions.noteSubmitted();
				return this.#submit(surface, hosted, message.text, message.attachments);
			case 'stop':
				return session.stop();
			case 'answer':
				return session.answer(message.permissionId, message.optionId);
			case 'setMode':
				return session.setMode(message.modeId);
			case 'attach':
				return this.#attach(surface, hosted);
			case 'draftChanged':
				// An empty draft is what a sent prompt leaves behind, not typing.
				if (message.text !== '') this.#parts.permissions.noteTyping();
				return this.#parts
					.sessions()
					.setDraft(hosted, { text: message.text, attachments: message.attachments });
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
				return this.#runAction(hosted, message.action);
			case 'ready':
			case 'resync':
			case 'newSession':
			case 'copy':
				return undefined;
		}
	}

	async #submit(
		surface: ChatSurface,
		hosted: HostedSession,
		text: string,
		attachments: readonly ViewAttachment[],
	): Promise<void> {
		const sessions = this.#parts.sessions();
		const draft = { text, attachments };
		// Kept until the prompt is on its way: an agent that cannot start must not cost the text (hazard G2).
		sessions.setDraft(hosted, draft);
		const { session } = hosted;
		const sent = session.onDidChange(() => {
			if (!session.isOpen || session.state.turn.type === 'idle') return;
			sent.dispose();
			if (hosted.draft === draft) sessions.setDraft(hosted, emptyDraft);
		});
		if (session.isOpen && session.state.turn.type === 'idle') sessions.setDraft(hosted, emptyDraft);
		const outcome = await session.prompt(promptContent(text, attachments));
		sent.dispose();
		if (outcome === 'refused') {
			sessions.setDraft(hosted, draft);
			surface.post({ type: 'draft', ...draft });
		}
	}

	async #attach(surface: ChatSurface, hosted: HostedSession): Promise<void> {
		const picked = await pickAttachments(hosted.session.state.cwd);
		if (picked.length === 0) return surface.focusComposer();
		const known = new Set(hosted.draft.attachments.map(({ uri }) => uri));
		const attachments = [...hosted.draft.attachments, ...picked.filter(({ uri }) => !known.has(uri))];
		this.#parts.sessions().setDraft(hosted, { ...hosted.draft, attachments });
		surface.post({ type: 'attached', attachments });
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
		await this.showText(state.key, `${terminalId}.log`, stripVTControlCharacters(terminal.output));
	}

	#sendRaw(surface: ChatSurface, hosted: HostedSession, entryId: string): void {
		const call = hosted.session.state.entries.get(entryId);
		if (call?.type !== 'tool_call') return;
		surface.post({
			type: 'raw',
			entryId,
			input: formatRaw(call.rawInput),
			output: formatRaw(call.rawOutput),
		});
	}

	/** Shows a text in a read-only tab. */
	async showText(group: string, name: string, text: string): Promise<void> {
		await vscode.window.showTextDocument(this.#parts.documents.put(group, name, `/${name}`, text), {
			preview: true,
		});
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
			case 'retry':
				return void (await session.start());
			case 'approve':
				return this.#approve(hosted);
			case 'force_stop':
				// The button stays in the transcript; later it must not end an agent that works for another turn.
				if (session.state.turn.type !== 'stopping') return;
				return this.#parts.agents.kill(session.state.agentName, session.state.cwd);
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
		void vscode.window.showErrorMessage(`ACP Host: ${message}`, 'Show Log').then((choice) => {
			if (choice !== undefined) this.#parts.log.show();
		});
	}
}

function promptContent(text: string, attachments: readonly ViewAttachment[]): Content[] {
	const links = attachments.map(({ uri, name }): Content => ({ type: 'resource_link', uri, name }));
	return text.trim() === '' ? links : [{ type: 'text', text }, ...links];
}
