/** All that watches changes, in the real VS Code, on a folder of its own, with a scripted agent. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ToolCallPatch } from '../../../src/core/session/model/toolContent.ts';
import { parseBounds } from '../../../src/host/changes/changeBounds.ts';
import { ReviewAtWork } from '../../../src/host/changes/reviewAtWork.ts';
import type { ChangedFile, ChangeReview } from '../../../src/host/changes/changeReview.ts';
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { WorkspaceFiles } from '../../../src/host/files/workspaceFiles.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { type FakeAgent, openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { projectFolder } from './noNetwork.ts';
import { withScratch } from './scratch.ts';

export interface ChangesRig {
	/** Without links. */
	readonly folder: string;
	readonly hosted: HostedSession;
	readonly agent: FakeAgent;
	/** The agent's writes through us. */
	readonly files: WorkspaceFiles;
	readonly log: string[];
	readonly work: () => ReviewAtWork;
	readonly review: () => ChangeReview;
	/** Sends a prompt; resolves when the folder was looked at. */
	readonly prompt: () => Promise<void>;
	/** Ends the turn; resolves when the folder was looked at. */
	readonly end: () => Promise<void>;
	/** The agent says something of a tool call. */
	readonly say: (toolCallId: string, fields: ToolCallPatch) => void;
	/** As a reload of the window: all of it is made anew from what is stored. @param meanwhile a turn goes on, and this happens */
	readonly reload: (meanwhile?: () => Promise<unknown>) => Promise<void>;
	readonly path: (name: string) => string;
	readonly put: (name: string, content: string | Uint8Array) => Promise<string>;
	readonly text: (name: string) => Promise<string>;
	/** What waits, each as `kind name`, by name. */
	readonly waiting: () => readonly string[];
	readonly file: (name: string) => ChangedFile;
	/** Until what waits is that. */
	readonly waits: (...expected: readonly string[]) => Promise<void>;
}

/** @param exclude folders that are not watched @param isLinked the window was opened by way of a link to the folder */
export function withChanges(
	run: (rig: ChangesRig) => Promise<void>,
	{
		exclude = [],
		isLinked = false,
	}: { readonly exclude?: readonly string[]; readonly isLinked?: boolean } = {},
): Promise<void> {
	return withScratch(async (scratch) => {
		const folder = path.join(await realpath(scratch), 'ws');
		const opened = isLinked ? path.join(await realpath(scratch), 'link') : folder;
		const storeFolder = path.join(await realpath(scratch), 'store');
		await mkdir(folder);
		if (isLinked) await symlink(folder, opened);
		const { session, agent, clock } = openFakeSession({ seed: { cwd: opened } });
		const hosted = hostedFake(session);
		const ownEdits = new OwnEdits();
		const log: string[] = [];
		const add = (line: string): void => void log.push(line);
		const create = (): ReviewAtWork =>
			new ReviewAtWork({
				context: {
					asAbsolutePath: (file: string) => path.join(projectFolder(), file),
				} as vscode.ExtensionContext,
				ownEdits,
				log: { info: add, error: add, show: () => undefined } as unknown as vscode.LogOutputChannel,
				storeFolder,
				folders: [opened],
				exclude,
				bounds: parseBounds(() => undefined).bounds,
			});
		let work = create();
		let follow = work.follow(hosted);
		const access = new FileAccess(opened, () => Promise.resolve({ type: 'selected', optionId: 'allow' }));
		const files = new WorkspaceFiles(access, ownEdits, {
			before: async (file) => {
				await work.begun();
				await work.beforeWrite(session.state.key, file);
			},
			done: (file, content) => work.written(session.state.key, file, content),
		});
		const waiting = (): readonly string[] =>
			work.review.files.map((file) => `${file.kind} ${path.relative(folder, file.path)}`);
		const rig: ChangesRig = {
			folder,
			hosted,
			agent,
			files,
			log,
			work: () => work,
			review: () => work.review,
			prompt: async () => {
				// Each prompt has a time of its own, as with a clock that runs.
				clock.advance(1);
				void session.prompt([{ type: 'text', text: 'go on' }]);
				await agent.prompted();
				await work.begun();
			},
			end: async () => {
				agent.endTurn('end_turn');
				while (session.state.turn.type !== 'idle') await sleep(5);
				await work.review.refresh();
			},
			say: (toolCallId, fields) => agent.say({ type: 'tool_call_update', toolCallId, fields }),
			reload: async (meanwhile) => {
				if (meanwhile === undefined) follow.dispose();
				await work.end();
				await meanwhile?.();
				work = create();
				follow = work.follow(hosted);
			},
			path: (name) => path.join(folder, name),
			put: async (name, content) => {
				await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
				await writeFile(path.join(folder, name), content);
				return path.join(folder, name);
			},
			text: (name) => readFile(path.join(folder, name), 'utf8'),
			waiting,
			file: (name) => {
				const file = work.review.file(path.join(folder, name));
				if (file === undefined) throw new Error(`Nothing of ${name} waits, but ${waiting().join(', ')}`);
				return file;
			},
			waits: async (...expected) => {
				const end = Date.now() + 5000;
				while (waiting().join() !== expected.join()) {
					if (Date.now() > end) throw new Error(`Waits: ${waiting().join()}; not ${expected.join()}`);
					await sleep(10);
				}
			},
		};
		try {
			await run(rig);
		} catch (error) {
			throw new Error(`${String(error)}\nIts log:\n${log.join('\n')}`, { cause: error });
		} finally {
			follow.dispose();
			await work.end();
			files.dispose();
			session.dispose();
			if (existsSync(storeFolder)) await rm(storeFolder, { recursive: true, force: true });
		}
	});
}

/**
 * Runs `work` while each question to the user is answered with the button that begins with these words.
 * @param meanwhile what happens while the user is asked
 */
export async function answering(
	choice: string | undefined,
	work: () => Promise<unknown>,
	meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly string[]> {
	const window = vscode.window as {
		showWarningMessage: unknown;
		showErrorMessage: unknown;
		showInformationMessage: unknown;
	};
	const { showWarningMessage, showErrorMessage, showInformationMessage } = window;
	const asked: string[] = [];
	const answer = async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
		asked.push(text);
		await meanwhile();
		const buttons = rest.filter((item) => typeof item === 'string');
		return choice === undefined ? undefined : buttons.find((button) => button.startsWith(choice));
	};
	Object.assign(window, {
		showWarningMessage: answer,
		showErrorMessage: answer,
		showInformationMessage: answer,
	});
	try {
		await work();
		return asked;
	} finally {
		Object.assign(window, { showWarningMessage, showErrorMessage, showInformationMessage });
	}
}
