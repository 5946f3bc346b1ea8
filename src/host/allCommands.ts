import type { Disposable } from '../core/base/disposable.ts';
import { DisposableStore } from '../core/base/disposable.ts';
import { type Attention, registerAttentionCommands } from './attention/attention.ts';
import { type CommandParts, registerCommands } from './commands.ts';
import { registerFollowCommands } from './followAgent.ts';
import { registerLoginCommands } from './loginCommands.ts';
import type { LoginDialog } from './loginDialog.ts';
import type { LoginSecrets } from './loginSecrets.ts';
import type { OptionChooser } from './optionChooser.ts';
import { registerAddToChat } from './mentions/addToChat.ts';
import { registerOptionCommands } from './optionCommands.ts';
import type { WindowRules } from './permissionRules/permissionRules.ts';
import { registerProviderCommands } from './providerCommands.ts';
import { type ReadingCommandParts, registerReadingCommands } from './readingCommands.ts';
import { addSessionsView } from './sessionsView.ts';
import { registerStoredConversationCommands } from './storedConversationCommands.ts';
import { registerTerminalCommands } from './terminalCommands.ts';
import type { TerminalTabs } from './terminalTabs.ts';

export interface AllCommandParts extends CommandParts {
	readonly tabs: TerminalTabs;
	readonly secrets: LoginSecrets;
	readonly dialog: LoginDialog;
	readonly chooser: OptionChooser;
	readonly rules: WindowRules;
	readonly attention: Attention;
	readonly showText: ReadingCommandParts['showText'];
}

/** Registers the commands of every feature, and the list of sessions that some of them are about. */
export function registerAllCommands(parts: AllCommandParts): Disposable {
	const { sessions, panels, log } = parts;
	const store = new DisposableStore();
	store.add(registerCommands(parts));
	store.add(registerFollowCommands(log));
	store.add(registerAddToChat(parts));
	store.add(registerTerminalCommands(parts));
	store.add(addSessionsView(parts));
	store.add(registerLoginCommands(parts));
	store.add(registerProviderCommands(parts));
	store.add(parts.rules.registerCommands());
	store.add(registerAttentionCommands(parts));
	store.add(registerStoredConversationCommands(parts));
	const shown = { log, inView: () => sessions.active, inActiveTab: () => panels.active };
	store.add(registerOptionCommands({ chooser: parts.chooser, ...shown }));
	store.add(registerReadingCommands({ showText: parts.showText, ...shown }));
	return store;
}
