/**
 * Every promise that is a number, in one place. Code and tests import it, so that no number is written twice. Sizes are
 * in bytes unless the name says otherwise, times in milliseconds.
 */

/** Longest line the agent may send (hazard A3, acp C14). */
export const lineBytes = 32 * 1024 * 1024;
/** Undispatched inbound messages above which the agent's stdout is paused, and below which it resumes (hazard A7). */
export const inboundHighWater = 1024;
export const inboundLowWater = 256;
/**
 * Bytes written for the agent but not yet taken by it, above which the connection fails, unless it is one message alone
 * (hazard A8).
 */
export const unsentBytes = 64 * 1024 * 1024;
/** Time for a connection to an address to come about. */
export const socketOpenMs = 15_000;
/** Time that the other side has to agree to the end of one. */
export const socketCloseMs = 2_000;
/** Cookies that are kept for one, and characters of the longest. */
export const cookieCount = 50;
export const cookieChars = 4_096;
/** Bytes of an answer that is not read, above which its connection is given up. */
export const unreadBodyBytes = 64 * 1024;
/** How often a connection to an address is asked whether it lives, and after how long a silence it counts as lost. */
export const socketPingMs = 10_000;
export const socketPongMs = 30_000;
/**
 * A connection to an address that broke is tried again after a pause, which doubles each time up to the longest; each is
 * longer or shorter by at most that share. Number of tries, and time a line has to last before they are counted anew.
 */
export const reconnectMinMs = 500;
export const reconnectMaxMs = 10_000;
export const reconnectSpread = 0.2;
export const reconnectAttempts = 10;
export const reconnectSteadyMs = 60_000;
/** After a turn in which nothing was said, so long is waited for late words before that is told, in milliseconds. */
export const emptyTurnMs = 2_000;

/** Kept tail of the agent's stderr (hazard B9). */
export const stderrLines = 2000;
export const stderrBytes = 1024 * 1024;
/** What stderr said longer before the end of the agent has nothing to do with it, in milliseconds. */
export const lastWordsMs = 10_000;
/** What stderr says this long before a prompt may be about an end that the prompt crosses. */
export const crossingMs = 1_000;
/** Longest line we log (hazard F6). */
export const logLineBytes = 2 * 1024;
/** Size of a traffic log before it starts over (hazard F5). */
export const trafficLogBytes = 10 * 1024 * 1024;
/** Time after which a silent `initialize` or `session/new` is mentioned, and after which it fails (hazard B5). */
export const initNoticeMs = 10_000;
export const initFailMs = 60_000;
/** Silence of an agent asked for version 2, after which it is started anew and asked for version 1. */
export const initVersionMs = 30_000;
/** Silence in a running turn that is mentioned to the user (hazard B5). */
export const silenceHintMs = 60_000;
/** Silence after an answered prompt, of an agent that is at nothing we know of, after which the turn is over. */
export const silentTurnMs = 10_000;
/** Time an agent has to say whether it took a message into its turn; then the user decides whether it goes out again. */
export const steeringAnswerMs = 15_000;
/** Time after Stop at which "Force stop" is offered (hazard B6). */
export const forceStopOfferMs = 5_000;
/** Grace between closing stdin, SIGTERM and SIGKILL of an agent's process tree (hazard B1). */
export const stopTermMs = 2_000;
export const stopKillMs = 1_000;
/**
 * When the host is gone: time that agents have to leave by themselves, and time for those who do not (hazard B2); when
 * the watchdog first looks who belongs to a new one, and how often later.
 */
export const watchdogGraceMs = 1_000;
export const watchdogKillMs = 3_000;
export const watchdogFirstPollMs = 1_000;
export const watchdogPollMs = 10_000;
/** Time granted to stdout after the agent's exit, because descendants may hold the pipe (hazard B8). */
export const exitDrainMs = 250;
/** Crashes within the window after which we say so (hazard B4). */
export const crashCount = 3;
export const crashWindowMs = 3 * 60_000;
/** A permission picker ignores input for this long after each change (hazard C6). */
export const permissionGuardMs = 500;
/**
 * Permissions, and as many questions, of one session that wait for the user at a time; what comes beyond is refused: a
 * user cannot answer so many, and each costs time with every change (hazard C2).
 */
export const openRequests = 1_000;
/** Time the rules of the user have to answer a permission; then the user is asked (hazard C8). */
export const permissionRulesMs = 2_000;
/** Rules that are kept of each scope, and the longest text in one, in characters. */
export const permissionRules = 200;
export const ruleChars = 4_096;
/**
 * What is looked at for one call of an agent without being asked for: paths, bytes of their files, and looks at a
 * time. The rest is looked at when the user opens it; rules leave a call with more paths to the user (hazard D11).
 */
export const unrequestedPaths = 100;
export const unrequestedBytes = 8 * 1024 * 1024;
export const unrequestedAtOnce = 4;
/** Looks of a session that wait for others, of all its calls; what comes beyond is not looked at (hazard D11). */
export const unrequestedWaiting = 1_000;
/** Files that the strip above the composer names of those that wait to be kept or undone. */
export const shownChangedFiles = 20;
/** Changes that a prompt says the user has undone, and bytes of what it says. */
export const toldUndoneChanges = 20;
export const toldUndoneBytes = 8 * 1024;
/** Answers that a permission can offer; a request with more is refused (hazards C5, A7). */
export const permissionOptions = 1_000;
/** Characters of the commands of one call that rules look at; a call with more is asked (hazards C8, A11). */
export const ruleCommandChars = 64 * 1024;
/** Log of answered permissions: bytes of one file before the next begins, and files that are kept (hazard C8). */
export const permissionLogBytes = 1024 * 1024;
export const permissionLogFiles = 8;
/** A permission picker does not open by itself within this time after a text edit (docs/decisions/permissions.md). */
export const permissionTypingMs = 1_000;
/** Time between two posts to a webview: one frame (hazard E5). */
export const flushMs = 16;
/** More characters than these that wait for one post are a flood, and go this time after the last post. */
export const floodChars = 4 * 1024;
export const floodMs = 100;
/** What a change counts as that is no text of a message. */
export const changeChars = 300;
/** Characters that are kept of what a session's agent has seen; of what is forgotten it reads again (hazard D4). */
export const seenChars = 32 * 1024 * 1024;
/** Time VS Code has to load a file that changed under its editor, before a write goes to the disk (hazard D4). */
export const reloadMs = 1_000;
/** Time that a file has to have been left alone before an agent's write goes through its editor (hazard D12). */
export const quietFileMs = 250;
/** Largest file served to an agent (hazard D6). */
export const fileBytes = 16 * 1024 * 1024;
/** Files that are read at a time for one session's agent: each is in memory as a whole (hazard A7). */
export const readsAtOnce = 4;
/** Diff documents kept in memory (hazard D9). */
export const diffDocuments = 50;
export const diffBytes = 64 * 1024 * 1024;
/**
 * Files of a workspace that are watched for changes; those of which the content is kept before any change, and bytes of
 * them; files that one snapshot says have changed.
 */
export const changeFiles = 150_000;
export const changeCopiedFiles = 20_000;
export const changeCopiedBytes = 200 * 1024 * 1024;
export const changedFiles = 10_000;
/** Contents kept for a workspace, compressed, largest one, and largest that is told line by line, in bytes and lines. */
export const changeStoreBytes = 256 * 1024 * 1024;
export const changeFileBytes = 16 * 1024 * 1024;
/** The most that the user may set of these: a copy that was made with that bound is read with a smaller one, too. */
export const mostChangeFileBytes = 128 * 1024 * 1024;
export const changeTextBytes = 1024 * 1024;
export const changeTextLines = 50_000;
/** Records of changes that are kept of a workspace, checkpoints of one session, and how old these get. */
export const changeRecords = 5_000;
export const changeCheckpoints = 200;
export const changeCheckpointMs = 30 * 24 * 60 * 60_000;
/** Repositories of which a checkpoint says where Git stood. */
export const changeRepositories = 16;
/** Free room of the disk below which nothing more is copied, in bytes. */
export const changeFreeBytes = 2 * 1024 * 1024 * 1024;
/** Files of single calls of which both sides are known by their content, and bytes of those that the store does not take. */
export const callFiles = 2_000;
export const unstoredCallBytes = 16 * 1024 * 1024;
/** The file of those records is written anew when it is longer than this, in bytes. */
export const changeJournalBytes = 16 * 1024 * 1024;
/** Words that are kept of whose changes are, from one snapshot to the next. */
export const changeEvidence = 20_000;
/** Time that the thread of changes works before it looks for questions, in milliseconds. */
export const changeSliceMs = 10;
/** Lines added and removed up to which a difference is told line by line; above it, what differs is one hunk. */
export const changeEdits = 1_000;
/** What writes for an agent waits this long at most until the workspace was looked at as it was at the prompt. */
export const changeBeginMs = 5_000;
/** … and this long of it until the files are copied, which takes longest at the first prompt. */
export const changeCopyMs = 1_000;
/** Time from a word that files have changed to the look at them, and from edits of the user to their hunks. */
export const changeSoonMs = 300;
/** Time after a turn in which its last changes may still come. */
export const changeSettleMs = 2_000;
/** A command of the user that runs longer is a server or a watcher, and speaks for no change any more. */
export const userCommandMs = 60_000;
/** Kept of the name of a command, in characters. */
export const commandLabelChars = 500;
/** Tool output shown per block, in characters (hazard E11). */
export const toolOutputChars = 256 * 1024;
/**
 * Kept of the title of a session, of the name of an agent, and of a notice: they are shown again with every change
 * (hazard E11).
 */
export const titleChars = 1_000;
export const noticeChars = 16 * 1024;
/** Commands, options and choices that are taken of one list of an agent (hazard A7). */
export const offeredItems = 5_000;
/** What an agent can say runs beside its turn, fields that it can ask for in a form, and ways to log in (hazard A7). */
export const namedItems = 1_000;
/**
 * Longest command of a login that is run, in characters: the question shows all of it, and cannot be scrolled everywhere
 * (hazard F3).
 */
export const loginLineChars = 2_000;
/** Longest address of an agent, and longest value of a header that goes there, in characters; and how many headers. */
export const addressChars = 2_048;
export const headerChars = 8 * 1024;
export const headerCount = 50;
/**
 * Parts that a message, a call or the summary of a compaction can grow to: of a message more begin a new one, of the
 * others they are left out (hazard A7).
 */
export const contentParts = 5_000;
/** Files of one patch; one with more is not read (hazard A7). */
export const patchFiles = 2_000;
/** Parts and places of a call, and steps of a plan, that its card shows; of the rest it says how many there are (hazard E11). */
export const shownItems = 1_000;
/** Entries of a conversation that a view begins with, and how many older ones come at a time (hazard E5). */
export const viewEntries = 60;
export const viewOlderEntries = 500;
/** Prompts of the user that a view knows beside those on its page, and characters of them that a snapshot brings. */
export const viewOlderPrompts = 100;
export const viewOlderPromptChars = 64 * 1024;
/** A conversation as one text, in characters: the oldest entries are left out of a longer one. */
export const conversationChars = 8 * 1024 * 1024;
/** Terminal output kept when the agent names no limit. */
export const terminalBytes = 1024 * 1024;
/** The same at most, whatever limit the agent names. */
export const terminalMaxBytes = 16 * 1024 * 1024;
/** Output kept of all commands that we run for the agent of a session, until it releases them. */
export const sessionTerminalBytes = 64 * 1024 * 1024;
/** Output kept of all terminals of a session, in characters. */
export const sessionOutputChars = 32 * 1024 * 1024;
/** Largest image that is shown (hazard E2). */
export const imageBytes = 5 * 1024 * 1024;
/** Kept of the description of a slash command, in characters; it is shown on one line. */
export const commandTextChars = 400;
/** Time that choosing remembered options again may take from the start of a session. */
export const rememberedOptionsMs = 5_000;
/** Windows of a quota that are kept, and characters of what one is called (hazard A7). */
export const quotaWindows = 8;
export const quotaLabelChars = 60;
/** Highest number of an attempt that is believed, and how far ahead its time may be, in milliseconds. */
export const attemptNumber = 9_999;
export const attemptAheadMs = 24 * 60 * 60_000;
export const agentNotices = 5;
/** Images that go with a prompt: longest side in pixels after which one is scaled down, bytes of one, and count. */
export const promptImagePixels = 2048;
export const promptImageBytes = 4 * 1024 * 1024;
export const promptMediaCount = 10;
/** Largest file of which an image for a prompt is made. */
export const mediaSourceBytes = 32 * 1024 * 1024;
/** Largest file whose text goes with a prompt, and bytes of all its texts: files beyond are links, words are cut (acp C49). */
export const embeddedFileBytes = 256 * 1024;
export const attachedTextBytes = 2 * 1024 * 1024;
/** Kept of what is selected in a terminal and added to a chat: its end. */
export const terminalSelectionBytes = 64 * 1024;
/** Files of the workspace that can be mentioned, rows of the list, and the least time between two looks for files. */
export const mentionFiles = 20_000;
export const mentionRows = 50;
export const mentionRefreshMs = 3_000;
/** Sum of the bytes of images in a draft that survive a reload. */
export const draftMediaBytes = 2 * 1024 * 1024;
/** Updates kept for a session id that no session of ours has yet, and how many such ids (acp C45). */
export const earlyEvents = 10_000;
export const earlyBytes = 4 * 1024 * 1024;
export const earlySessions = 64;
/** Most items of a thread that are remembered as complete, so that what comes late for them changes nothing. */
export const completeItems = 20_000;
/** Longest output of a command that is compared with what a gateway says of it as a whole. */
export const comparedOutputChars = 1024 * 1024;
/** Threads of a gateway that are followed at once, those of its helpers among them. */
export const followedThreads = 1_000;
/** Pages that a thread, or a turn, is read in at most, and requests for the newest turns of a thread in all. */
export const historyPages = 100;
export const historyTurns = 200;
/** Steps of a task in another thread that are read, and how long a change of them waits for more of its kind. */
export const stepsOfTask = 100;
export const timelineQuietMs = 100;
/** Entries of a composed timeline that are read, and timelines that are read at once. */
export const timelineEntries = 20_000;
export const timelineReads = 64;
/** Bytes of an upload in one frame at most, and how long an acknowledgement of one may take. */
export const uploadChunkBytes = 1024 * 1024;
export const uploadAckMs = 30_000;
/** Silence after which a late history counts as complete, and the longest that is waited for it. */
export const lateReplayQuietMs = 250;
export const lateReplayMaxMs = 3_000;
/** Child sessions of child sessions that are told apart; deeper ones count as unknown sessions. */
export const subagentDepth = 16;
/** Pages of `session/list` that are asked for by themselves. */
export const sessionPages = 20;
/** Sessions that are read of one page, and that are listed of an agent in all. */
export const listedSessions = 5_000;
/** Longest block of code that is coloured, in characters, and longest line of one. */
export const highlightChars = 64 * 1024;
export const highlightLineChars = 4096;
/** Time for colouring one line, and one block; the rest stays plain. */
export const highlightLineMs = 250;
export const highlightTextMs = 2_000;
/** The thread that colours code is ended when one block takes longer, and when it had nothing to do for so long. */
export const highlightHangMs = 10_000;
export const highlightThreadIdleMs = 60_000;
/** Coloured blocks that are kept, and characters of them, in the extension host; blocks in a view. */
export const highlightsKept = 64;
export const highlightsKeptChars = 1024 * 1024;
/** Time between two saves of a draft while it is typed (hazard G2). */
export const draftSaveMs = 100;
/** Longest draft that the page itself keeps as well, in characters. */
export const draftMemoryChars = 256 * 1024;
/** Time between two writes of a conversation to the disk: what a crash costs of it at most (hazard G1). */
export const conversationSaveMs = 250;
/** The same after a write that failed, such as on a full disk: each try writes all of it (hazard G1). */
export const conversationRetryMs = 5_000;
/** Size of a stored conversation above which it is written anew without its oldest entries, and then at most half. */
export const conversationLogBytes = 4 * 1024 * 1024;
/** Stored conversations of a workspace: number and sum of their sizes. The oldest go first. */
export const conversationLogs = 100;
export const conversationLogsBytes = 64 * 1024 * 1024;
/** Age of a stored conversation that belongs to no session any more, after which it is deleted. */
export const conversationOrphanMs = 14 * 24 * 60 * 60_000;
/** Time after the start of a window at which stored conversations are tidied. */
export const conversationTidyMs = 30_000;
/** Characters that are stored of one text, of the output of one terminal, and of one image or sound. */
export const storedTextChars = 256 * 1024;
export const storedOutputChars = 64 * 1024;
export const storedMediaChars = 512 * 1024;
/** Levels of lists and objects that are stored of what a call was given and gave back. */
export const storedDepth = 200;
/** Time `deactivate` may take (hazard G1). */
export const deactivateMs = 2_000;
