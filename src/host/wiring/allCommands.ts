import type { Disposable } from '../../core/base/disposable.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { type Attention, registerAttentionCommands } from '../attention/attention.ts';
import { type CommandParts, registerCommands } from './commands.ts';
import { registerFollowCommands } from '../files/followAgent.ts';
import { registerLoginCommands } from '../login/loginCommands.ts';
import type { LoginDialog } from '../login/loginDialog.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import type { OptionChooser } from '../options/optionChooser.ts';
import { registerAddToChat } from '../prompt/addToChat.ts';
import { registerOptionCommands } from '../options/optionCommands.ts';
import type { WindowRules } from '../permissions/permissionRules.ts';
import { registerProviderCommands } from '../agents/providerCommands.ts';
import { type ReadingCommandParts, registerReadingCommands } from '../chat/readingCommands.ts';
import { addSessionsView } from '../sessionsView/sessionsView.ts';
import { registerStoredConversationCommands } from '../sessions/storedConversationCommands.ts';
import { registerTerminalCommands } from '../terminals/terminalCommands.ts';
import type { TerminalTabs } from '../terminals/terminalTabs.ts';

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
