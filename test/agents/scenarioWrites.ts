/**
 * Every way in which an agent can change files, each with a file of its own: what a client has to see whatever the
 * agent tells of it. The files are there before, but for those that are made here.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './scenarioShell.ts';
import type { ScenarioTurn } from './scenarioTurn.ts';

const before = 'one\ntwo\nthree\n';
const after = 'one\n2\nthree\n';

/** Files that have to be there before `writes` is played, by path below the folder of the session. */
export const filesBeforeWrites: Readonly<Record<string, string>> = Object.fromEntries(
	[
		'fs',
		'diff',
		'named',
		'terminal',
		'sed',
		'script',
		'applied',
		'gone',
		'child',
		'formatted',
		'untouched',
	].map((name) => [`${name}.txt`, before]),
);

/** What has changed after `writes`: name, and how. */
export const changedByWrites: Readonly<Record<string, 'created' | 'deleted' | 'modified' | 'moved'>> = {
	'fs.txt': 'modified',
	'diff.txt': 'modified',
	'named.txt': 'modified',
	'terminal.txt': 'modified',
	'sed.txt': 'modified',
	'script.txt': 'modified',
	'applied.txt': 'modified',
	'repository/new.txt': 'moved',
	'gone.txt': 'deleted',
	'subagent.txt': 'created',
	'child.txt': 'modified',
	'formatted.txt': 'modified',
};

/** A repository with one file, which `writes` moves. Its history needs no name of a person. */
export async function makeRepository(folder: string): Promise<void> {
	const repository = path.join(folder, 'repository');
	await mkdir(repository, { recursive: true });
	// No other file has this content: of two that are gone nothing tells which one was moved.
	await writeFile(path.join(repository, 'old.txt'), `moved\n${before}`);
	execFileSync('git', ['init', '-q'], { cwd: repository });
	execFileSync('git', ['add', 'old.txt'], { cwd: repository });
}

type Way = (turn: ScenarioTurn) => Promise<void>;

const ways: readonly Way[] = [
	/** In version 1 through the client; by itself since. */
	async (turn) => turn.write(turn.path('fs.txt'), after),
	async (turn) => {
		const file = turn.path('diff.txt');
		await inCall(
			turn,
			{ title: 'Edit diff.txt', kind: 'edit', content: [turn.updates.diff(file, before, after)] },
			() => writeFile(file, after),
		);
	},
	async (turn) => {
		const file = turn.path('named.txt');
		await inCall(turn, { title: 'Change it', kind: 'edit', locations: [{ path: file }] }, () =>
			writeFile(file, after),
		);
	},
	/** In a terminal of the client in version 1, in one of its own since. */
	async (turn) => {
		const source = `require('node:fs').writeFileSync('terminal.txt', ${JSON.stringify(after)})`;
		await runCommand(turn, { title: 'write terminal.txt', source });
	},
	(turn) => inShell(turn, `sed -i.bak s/two/2/ sed.txt && rm sed.txt.bak`),
	(turn) => inShell(turn, `printf 'sed s/two/2/ script.txt > t && mv t script.txt' | sh`),
	(turn) => inShell(turn, `git apply --unsafe-paths -p1 <<'END'\n${patch('applied.txt')}END`),
	(turn) => inShell(turn, 'cd repository && git mv old.txt new.txt'),
	(turn) => inShell(turn, 'rm gone.txt'),
	/** Its own calls are not told of. */
	async (turn) =>
		inCall(turn, { title: 'Ask a subagent', kind: 'think' }, () =>
			writeFile(turn.path('subagent.txt'), after),
		),
	/** The command ends at once, what it started writes afterwards. */
	async (turn) => {
		await inShell(
			turn,
			`(sleep 0.3; printf 'one\\n2\\nthree\\n' > child.txt; touch child.done) > /dev/null 2>&1 &`,
		);
		while (!existsSync(turn.path('child.done'))) await turn.pause(20);
		await inShell(turn, 'rm child.done');
	},
	/** What is on the disk at the end is not what was announced. */
	async (turn) => {
		const file = turn.path('formatted.txt');
		const content = [turn.updates.diff(file, before, after)];
		await inCall(turn, { title: 'Edit formatted.txt', kind: 'edit', content }, () => writeFile(file, after));
		await inShell(turn, `sed -i.bak 's/^/  /' formatted.txt && rm formatted.txt.bak`);
	},
];

/** Plays all of them, one after the other. */
export async function writeInEveryWay(turn: ScenarioTurn): Promise<void> {
	for (const way of ways) {
		turn.check();
		await way(turn);
	}
	turn.say(`I changed ${Object.keys(changedByWrites).length} files.`);
}

/** How `append` writes. */
export const waysToAppend = ['client', 'itself', 'command'] as const;

/**
 * `append <way> <word>` adds a line to story.txt: through the client where that is asked for, by itself with a diff that
 * says so, or by a command.
 */
export async function appendLine(turn: ScenarioTurn): Promise<void> {
	const [way, word = ''] = turn.args;
	const file = turn.path('story.txt');
	const oldText = await turn.read(file);
	const newText = `${oldText ?? ''}${word}\n`;
	if (way === 'client') await turn.write(file, newText);
	else if (way === 'itself') {
		const content = [turn.updates.diff(file, oldText ?? '', newText)];
		await inCall(turn, { title: 'Edit story.txt', kind: 'edit', content }, () => writeFile(file, newText));
	} else await inShell(turn, `printf '%s\\n' ${word} >> story.txt`);
	turn.say(`Wrote ${word}.`);
}

async function inCall(turn: ScenarioTurn, fields: object, work: () => Promise<unknown>): Promise<void> {
	const toolCallId = turn.updates.id('write');
	turn.updates.toolCall(toolCallId, { ...fields, status: 'in_progress' });
	await work();
	turn.updates.toolCall(toolCallId, { status: 'completed' });
}

/** A command that the agent runs itself, and tells of by its text only. */
function inShell(turn: ScenarioTurn, command: string): Promise<void> {
	const fields = { title: command.split('\n')[0], kind: 'execute', rawInput: { command } };
	return inCall(turn, fields, async () => {
		const { cwd } = turn.context.session;
		const child: ChildProcess = spawn('sh', ['-c', command], { cwd, stdio: 'ignore' });
		const [code] = (await once(child, 'close')) as [number | null];
		if (code !== 0) turn.say(`Failed: ${command}`);
	});
}

function patch(name: string): string {
	return `--- a/${name}\n+++ b/${name}\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`;
}
