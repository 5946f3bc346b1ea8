/** Everything about the rules of the user in this window: where they are kept, made, listed, and what they answered. */
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { Rule } from '../../core/rules/rule.ts';
import type {
	PermissionContext,
	PermissionLog,
	PermissionRules,
	RuleAnswer,
} from '../../core/session/model/permissionPorts.ts';
import { pendingPermission } from '../../core/session/reducer/draft.ts';
import { toolCallOf } from '../../core/view/permissionSubject.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import type { Redactor } from '../../node/redact.ts';
import { messageText, sayWithButton } from '../common/displayText.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';
import type { HostedDeed } from './answerByRules.ts';
import type * as RulesAtWork from './rulesAtWork.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import type { PermissionQueue } from './permissionQueue.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { PassedServers } from '../settings/passedServers.ts';
import type { Settings } from '../settings/settings.ts';
import type { PermissionLogFile } from './permissionLog.ts';
import { RuleStore } from './ruleStore.ts';
import { type RuleNode, RulesTree } from './rulesTree.ts';
import type { WizardSubject } from './ruleWizard.ts';
import type * as RuleWizard from './ruleWizard.ts';
import { placeLabel, sentenceOf } from './ruleWords.ts';

/** Set once there is something to list, so that the container does not carry an empty view. */
const shownKey = 'acpHost.hasPermissionRules';

interface PermissionRuleParts {
	readonly settings: Settings;
	readonly secrets: LoginSecrets;
	readonly given: PassedServers;
	readonly sessions: () => Sessions;
	readonly log: vscode.LogOutputChannel;
	/** Keeps its lists back while the user goes through others. */
	readonly permissions: Pick<PermissionQueue, 'aside'>;
	readonly documents: ReadonlyDocuments;
}

export class WindowRules implements Disposable {
	/** What each session is given. */
	readonly forSessions: {
		readonly permissionRules: PermissionRules;
		readonly permissionLog: PermissionLog;
		readonly isDenied: (deed: HostedDeed) => Promise<boolean>;
	};
	readonly #parts: PermissionRuleParts;
	readonly #disposables = new DisposableStore();
	readonly #store: RuleStore;
	readonly #tree: RulesTree;
	readonly #folder: string;
	#logFile: PermissionLogFile | undefined;

	constructor(context: vscode.ExtensionContext, parts: PermissionRuleParts) {
		this.#parts = parts;
		const warn = (line: string): void => parts.log.warn(line);
		this.#store = this.#disposables.add(
			new RuleStore({
				everywhere: context.globalState,
				workspace: context.workspaceState,
				now: Date.now,
				log: warn,
			}),
		);
		this.#folder = path.join(context.globalStorageUri.fsPath, 'permission-log');
		this.forSessions = {
			permissionRules: this.#rulesForSessions(),
			permissionLog: { record: (answer) => this.#file.record(answer) },
			isDenied: (deed) => this.#isDenied(deed),
		};
		this.#tree = this.#disposables.add(new RulesTree(this.#store, (key) => this.#titleOf(key)));
		const tellMenus = (): void => this.#tellMenus(this.#store.rules.length > 0);
		this.#disposables.add(this.#store.onDidChange(tellMenus));
		tellMenus();
	}

	get #file(): PermissionLogFile {
		this.#logFile ??= new (lazyBundle<typeof RulesAtWork>('./permissionRules.cjs').PermissionLogFile)({
			folder: this.#folder,
			now: Date.now,
			redactor: (agentName) => this.#redactor(agentName),
			log: (line) => this.#parts.log.warn(line),
		});
		return this.#logFile;
	}

	/** The commands of this feature. Each stands in package.json as well. */
	registerCommands(): Disposable {
		return registerGuarded(this.#parts.log, {
			'acpHost.permissionRules': () => this.showRules(),
			'acpHost.addPermissionRule': () => this.#makeAny(),
			'acpHost.removePermissionRule': (argument) => this.#remove(argument),
			'acpHost.removeAllPermissionRules': () => this.#removeAll(),
			'acpHost.showPermissionLog': () => this.#showLog(),
		});
	}

	/** Follows a session until it leaves the window. */
	watch(hosted: HostedSession): Disposable {
		return { dispose: () => this.#store.endSession(hosted.session.state.key) };
	}

	/** From the card of a permission: makes a rule for one that waits, shows the rule that answered one that does not. */
	async openFor(hosted: HostedSession, permissionId: string): Promise<void> {
		const entry = hosted.session.state.entries.get(permissionId);
		if (entry?.type !== 'permission') return;
		if (entry.state.type === 'pending') return this.makeFor(hosted, permissionId);
		if (entry.state.type === 'answered' && entry.state.rule !== undefined)
			await this.showRules(entry.state.rule.id);
	}

	/** Asks what rule to make of a permission that waits; the rule then answers it like any other. */
	async makeFor(hosted: HostedSession, permissionId: string): Promise<void> {
		const { state } = hosted.session;
		const entry = pendingPermission(state, permissionId);
		if (entry === undefined) return;
		const { key: sessionKey, agentName, cwd } = state;
		const asked = { sessionKey, agentName, cwd, entry, call: toolCallOf(state, entry) };
		const about = await lazyBundle<typeof RulesAtWork>('./permissionRules.cjs').inspectRequest(
			asked,
			workspaceFolders(),
		);
		const folder = { path: about.places.cwd, name: placeLabel(cwd) };
		await this.#make({ about, agentNames: [agentName], folder, sessionKey });
	}

	async showRules(ruleId?: string): Promise<void> {
		if (ruleId !== undefined && this.#store.byId(ruleId) === undefined)
			return void vscode.window.showInformationMessage(t('That permission rule does not exist any more.'));
		this.#tellMenus(true);
		await this.#tree.show(ruleId);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	async #makeAny(): Promise<void> {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		const cwd = folder === undefined ? undefined : await canonicalPath(folder.uri.fsPath);
		await this.#make({
			agentNames: this.#parts.settings.agents.agents.map(({ name }) => name),
			...(cwd === undefined || folder === undefined ? {} : { folder: { path: cwd, name: folder.name } }),
		});
	}

	async #make(subject: WizardSubject): Promise<void> {
		let rule: Rule | undefined;
		await this.#parts.permissions.aside(async () => {
			rule = await lazyBundle<typeof RuleWizard>('./ruleWizard.cjs').makeRule(subject);
			if (rule !== undefined) await this.#store.add(rule);
		});
		if (rule === undefined) return;
		const { id } = rule;
		const told = t('From now on: {0}', sentenceOf(rule));
		sayWithButton(vscode.window.showInformationMessage, told, t('Show Rules'), () => this.showRules(id));
	}

	/** @param argument a row of the tree, or what a key in the tree passes */
	async #remove(argument: unknown): Promise<void> {
		const node = Array.isArray(argument) ? await this.#tree.focused(argument) : argument;
		if (isRuleNode(node)) await this.#store.remove(({ id }) => id === node.rule.id);
	}

	async #removeAll(): Promise<void> {
		const { length } = this.#store.rules;
		if (length === 0) return void vscode.window.showInformationMessage(t('There are no permission rules.'));
		const remove = t('Remove All');
		const question =
			length === 1 ? t('Remove the permission rule?') : t('Remove all {0} permission rules?', length);
		const choice = await vscode.window.showWarningMessage(
			messageText(question),
			{ modal: true, detail: t('What they allowed or denied is asked again.') },
			remove,
		);
		if (choice === remove) await this.#store.remove(() => true);
	}

	async #showLog(): Promise<void> {
		const text = await this.#file.read();
		if (text !== '') return this.#parts.documents.showText('permission-log', 'Permission Log', text, 'jsonl');
		void vscode.window.showInformationMessage(t('No permission has been answered yet.'));
	}

	/** Answers permissions by the rules of the user, as far as they go (hazard C8). */
	#rulesForSessions(): PermissionRules {
		const store = this.#store;
		return {
			onDidChange: store.onDidChange,
			// A rule that asks only holds others back.
			get isInForce() {
				return store.rules.some(({ effect }) => effect !== 'ask');
			},
			answerFor: (permission) => this.#answerFor(permission),
		};
	}

	/** Never rejects: rules that fail leave the answer to the user. */
	async #answerFor(permission: PermissionContext): Promise<RuleAnswer | undefined> {
		try {
			const { answerByRules } = lazyBundle<typeof RulesAtWork>('./permissionRules.cjs');
			const answer = await answerByRules(permission, () => this.#store.rules, workspaceFolders());
			if (answer === undefined) return undefined;
			const { optionId, rule } = answer;
			return { optionId, rule: { id: rule.id, text: sentenceOf(rule) } };
		} catch (error) {
			this.#parts.log.warn(`The permission rules could not be applied, so you are asked: ${String(error)}`);
			return undefined;
		}
	}

	/** Never rejects: what is not known counts as denied, so that the user is asked. */
	async #isDenied(deed: HostedDeed): Promise<boolean> {
		if (!this.#store.rules.some(({ effect }) => effect === 'deny')) return false;
		const { isDeniedByRules } = lazyBundle<typeof RulesAtWork>('./permissionRules.cjs');
		return isDeniedByRules(deed, this.#store.rules, workspaceFolders()).catch(() => true);
	}

	#tellMenus(isShown: boolean): void {
		void vscode.commands.executeCommand('setContext', shownKey, isShown);
	}

	#titleOf(sessionKey: string): string {
		const hosted = this.#parts.sessions().byKey(sessionKey);
		return hosted === undefined ? '' : sessionTitle(hosted.session.state) || hosted.session.state.agentTitle;
	}

	async #redactor(agentName: string): Promise<Redactor> {
		const { settings, secrets, given } = this.#parts;
		const { loggedRedactor } = lazyBundle<typeof RulesAtWork>('./permissionRules.cjs');
		const entered = await secrets.values(agentName);
		return loggedRedactor(settings.agent(agentName), entered, given.of(agentName));
	}
}

function isRuleNode(node: unknown): node is Extract<RuleNode, { type: 'rule' }> {
	return (
		typeof node === 'object' && node !== null && 'type' in node && node.type === 'rule' && 'rule' in node
	);
}
