/** The commands of the palette. Each stands in package.json under the same id. */
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { registerAttentionCommands } from '../attention/attention.ts';
import type { WindowChanges } from '../changes/windowChanges.ts';
import { registerCheckpointCommands } from '../checkpoints/checkpointCommands.ts';
import { chatBundle } from '../chat/chatSurfaces.ts';
import { registerReviewCommands } from '../review/reviewCommands.ts';
import {
	loginCommandIds,
	providerCommandIds,
	readingCommandIds,
	sessionCommandIds,
	terminalCommandIds,
	windowCommandIds,
} from '../common/commandIds.ts';
import { registerLater } from '../common/guardedCommand.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import { registerFollowCommands } from '../files/followAgent.ts';
import type { LoginDialog } from '../login/loginDialog.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import { type OptionChooser, registerOptionCommands } from '../options/optionChooser.ts';
import { registerAddToChat } from '../prompt/addToChatCommands.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { registerStoredConversationCommands } from '../sessions/storedConversationCommands.ts';
import { addSessionsView } from '../sessionsView/sessionsView.ts';
import type { TerminalTabs } from '../terminals/terminalTabs.ts';
import type * as CommandsBundle from './commandsBundle.ts';
import type { UserRequests } from './userRequests.ts';
import type { WindowCommandParts } from './windowCommands.ts';

export interface AllCommandParts extends UserRequests, WindowCommandParts {
	readonly tabs: TerminalTabs;
	readonly secrets: LoginSecrets;
	readonly dialog: LoginDialog;
	readonly chooser: OptionChooser;
	readonly documents: ReadonlyDocuments;
	readonly changes: WindowChanges;
}

/** Registers the commands of every feature, and the list of sessions that some of them are about. */
export function registerAllCommands(parts: AllCommandParts): Disposable {
	const { sessions, panels, documents, log } = parts;
	const store = new DisposableStore();
	const listed = addSessionsView(parts, store);
	const shown = { log, inView: () => sessions.active, inActiveTab: () => panels.active };
	store.add(registerLater(log, windowCommandIds, () => commands().windowCommands(parts)));
	store.add(registerLater(log, sessionCommandIds, () => commands().sessionCommands(listed)));
	store.add(registerLater(log, loginCommandIds, () => commands().loginCommands(parts)));
	store.add(registerLater(log, readingCommandIds, () => commands().readingCommands({ documents, ...shown })));
	store.add(registerLater(log, terminalCommandIds, () => commands().terminalCommands(parts)));
	store.add(registerLater(log, providerCommandIds, () => commands().providerCommands(parts)));
	store.add(registerFollowCommands(log));
	store.add(registerAddToChat(parts));
	store.add(parts.rules.registerCommands());
	store.add(registerAttentionCommands(parts));
	store.add(registerStoredConversationCommands(parts));
	store.add(registerOptionCommands({ chooser: parts.chooser, ...shown }));
	store.add(registerReviewCommands(log));
	const begin = async ({ session, restoreHistory }: HostedSession): Promise<boolean> => {
		await restoreHistory?.();
		await parts.changes.start(session.state.cwd);
		return parts.changes.review !== undefined;
	};
	const writesAgain = async (hosted: HostedSession, entryId: string): Promise<void> => {
		chatBundle().writeAgain(sessions, hosted, entryId);
		if (parts.chatView.isShowing(hosted) || !panels.reveal(hosted)) await parts.chatView.focus();
		else panels.surfaceOf(hosted)?.focusComposer();
	};
	store.add(
		registerCheckpointCommands({
			...shown,
			byKey: (key) => sessions.byKey(key),
			begin,
			writeAgain: writesAgain,
		}),
	);
	return store;
}

function commands(): typeof CommandsBundle {
	return lazyBundle<typeof CommandsBundle>('./commands.cjs');
}
