/**
 * Every promise that is a number, in one place. Code and tests import it; nobody writes the number twice.
 * Sizes are in bytes unless the name says otherwise, times in milliseconds.
 */
export declare const limits: Readonly<{
	/** Longest line the agent may send (hazard A3, acp C14). */
	lineBytes: number;
	/** Undispatched inbound messages above which the agent's stdout is paused, and below which it resumes (A7). */
	inboundHighWater: 1024;
	inboundLowWater: 256;
	/** Bytes written for the agent but not yet taken by it, above which the connection fails, unless it is one message alone (A8). */
	unsentBytes: number;
	/** Kept tail of the agent's stderr (B9). */
	stderrLines: 2000;
	stderrBytes: number;
	/** Longest line we log (F6). */
	logLineBytes: number;
	/** Size of a traffic log before it starts over (F5). */
	trafficLogBytes: number;
	/** Time after which a silent `initialize` or `session/new` is mentioned, and after which it fails (B5). */
	initNoticeMs: 10000;
	initFailMs: 60000;
	/** Silence of an agent asked for version 2, after which it is started anew and asked for version 1. */
	initVersionMs: 30000;
	/** Silence in a running turn that is mentioned to the user (B5). */
	silenceHintMs: 60000;
	/** Silence after an answered prompt, of an agent that is at nothing we know of, after which the turn is over. */
	silentTurnMs: 10000;
	/** Time after Stop at which "Force stop" is offered (B6). */
	forceStopOfferMs: 5000;
	/** Grace between closing stdin, SIGTERM and SIGKILL of an agent's process tree (B1). */
	stopTermMs: 2000;
	stopKillMs: 1000;
	/**
	 * When the host is gone: time that agents have to leave by themselves, and time for those who do not (B2); when the
	 * leash first looks who belongs to a new one, and how often later.
	 */
	leashGraceMs: 1000;
	leashKillMs: 3000;
	leashFirstLookMs: 1000;
	leashLookMs: 10000;
	/** Time granted to stdout after the agent's exit, because descendants may hold the pipe (B8). */
	exitDrainMs: 250;
	/** Crashes within the window after which we say so (B4). */
	crashCount: 3;
	crashWindowMs: number;
	/** A permission picker ignores input for this long after each change (C6). */
	permissionGuardMs: 500;
	/** Time the rules of the user have to answer a permission; then the user is asked (C8). */
	permissionRulesMs: 2000;
	/** Rules that are kept of each scope, and the longest text in one, in characters. */
	permissionRules: 200;
	ruleChars: 4096;
	/** Paths of one call that rules look at; a call with more is asked. */
	rulePaths: 200;
	/** Characters of the commands of one call that rules look at; a call with more is asked (C8, A11). */
	ruleCommandChars: number;
	/** Log of answered permissions: bytes of one file before the next begins, and files that are kept (C8). */
	permissionLogBytes: number;
	permissionLogFiles: 8;
	/** A permission picker does not open by itself within this time after a text edit (design 4.5). */
	permissionTypingMs: 1000;
	/** Time between two posts to a webview: one frame (E5). */
	flushMs: 16;
	/** Largest file served to an agent (D6). */
	fileBytes: number;
	/** Diff documents kept in memory (D9). */
	diffDocuments: 50;
	diffBytes: number;
	/** Tool output shown per block, in characters (E11). */
	toolOutputChars: number;
	/** Entries of a conversation that a view begins with, and how many older ones come at a time (E5). */
	viewEntries: 300;
	viewOlderEntries: 500;
	/** A conversation as one text, in characters: the oldest entries are left out of a longer one. */
	conversationChars: number;
	/** Terminal output kept when the agent names no limit. */
	terminalBytes: number;
	/** The same at most, whatever limit the agent names. */
	terminalMaxBytes: number;
	/** Output kept of all commands that we run for the agent of a session, until it releases them. */
	sessionTerminalBytes: number;
	/** Output kept of all terminals of a session, in characters. */
	sessionOutputChars: number;
	/** Largest image that is shown (E2). */
	imageBytes: number;
	/** Kept of the description of a slash command, in characters; it is shown on one line. */
	commandTextChars: 400;
	/** Time that choosing remembered options again may take from the start of a session. */
	rememberedOptionsMs: 5000;
	/** Notices of an agent that are shown at once. */
	agentNotices: 5;
	/** Images that go with a prompt: longest side in pixels after which one is scaled down, bytes of one, and count. */
	promptImagePixels: 2048;
	promptImageBytes: number;
	promptMediaCount: 10;
	/** Largest file of which an image for a prompt is made. */
	mediaSourceBytes: number;
	/** Largest file whose text goes along with a prompt, and the sum of those; more goes as a link (acp C49). */
	embeddedFileBytes: number;
	embeddedSumBytes: number;
	/** Kept of what is selected in a terminal and added to a chat: its end. */
	terminalSelectionBytes: number;
	/** Files of the workspace that can be mentioned, rows of the list, and the least time between two looks for files. */
	mentionFiles: 20000;
	mentionRows: 50;
	mentionRefreshMs: 3000;
	/** Sum of the bytes of images in a draft that survive a reload. */
	draftMediaBytes: number;
	/** Updates kept for a session that nobody listens to yet, and sessions they are kept for (acp C45). */
	earlyEvents: 10000;
	earlyBytes: number;
	earlySessions: 64;
	/** Silence after which a late history counts as complete, and the longest that is waited for it. */
	lateReplayQuietMs: 250;
	lateReplayMaxMs: 3000;
	/** Child sessions of child sessions that are told apart; deeper ones count as sessions nobody knows. */
	subagentDepth: 16;
	/** Pages of `session/list` that are asked for by themselves. */
	sessionPages: 20;
	/** Longest block of code that is coloured, in characters, and longest line of one. */
	highlightChars: number;
	highlightLineChars: 4096;
	/** Time for colouring one line, and one block; the rest stays plain. */
	highlightLineMs: 250;
	highlightTextMs: 2000;
	/** Time after which a thread that does not answer is ended, and after which one that is not needed is. */
	highlightHangMs: 10000;
	highlightIdleMs: 60000;
	/** Coloured blocks that are kept, and characters of them, in the extension host; blocks in a view. */
	highlightsKept: 64;
	highlightsKeptChars: number;
	/** Time between two saves of a draft while it is typed (G2). */
	draftSaveMs: 100;
	/** Longest draft that the page itself keeps as well, in characters. */
	draftMemoryChars: number;
	/** Time between two writes of a conversation to the disk: what a crash costs of it at most (G1). */
	conversationSaveMs: 250;
	/** The same after a write that failed, such as on a full disk: each try writes all of it (G1). */
	conversationRetryMs: 5000;
	/** Size of a stored conversation above which it is written anew without its oldest entries, and then at most half. */
	conversationLogBytes: number;
	/** Stored conversations of a workspace: number and sum of their sizes. The oldest go first. */
	conversationLogs: 100;
	conversationLogsBytes: number;
	/** Age of a stored conversation that belongs to no session any more, after which it is deleted. */
	conversationOrphanMs: number;
	/** Time after the start of a window at which stored conversations are tidied. */
	conversationTidyMs: 30000;
	/** Characters that are stored of one text, of the output of one terminal, and of one image or sound. */
	storedTextChars: number;
	storedOutputChars: number;
	storedMediaChars: number;
	/** Time `deactivate` may take (G1). */
	deactivateMs: 2000;
}>;
