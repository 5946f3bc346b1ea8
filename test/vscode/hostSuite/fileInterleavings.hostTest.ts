/** User and agent at one file, in any order: what the user typed is never lost, and nothing is refused without need. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ServiceError } from '../../../src/core/base/errors.ts';
import { randomIntegers, seed } from '../../tools/seeded.ts';
import { sized } from '../../tools/sized.ts';
import { type FileRig, withFiles } from './fileRig.ts';
import { hostFigure, hostTest } from './registry.ts';
import { put, withSetting } from './scratch.ts';

const parts = sized(50, 2);
/**
 * Runs of one part. A part is small, so that it ends in time on a slow machine: one that is given up goes on beside the
 * next one, whose setting it takes back. The oldest VS Code shows that it works there, too.
 */
const runsOfPart = vscode.version.startsWith('1.106.') ? 2 : 20;
/** Runs of different files at a time; inside of one, step follows step. */
const atOnce = 20;
const kinds = ['type', 'save', 'read', 'write', 'writeWhileTyping', 'readWhileTyping'] as const;

/** One file, and what both sides know of it. */
class Run {
	readonly #files: FileRig['files'];
	readonly #file: string;
	readonly #typed: string[] = [];
	/** What the agent holds for the file's text; absent: it never read it through us. */
	#known: string | undefined;
	/** The user typed something since the agent last read or wrote, as far as the model can say. */
	#isUnseen: boolean | 'unknown' = false;
	/** A write was refused: until it reads, the agent may be refused again. */
	#isTold = false;
	#written = 0;
	readonly trace: string[] = [];
	conflicts = 0;

	constructor(files: FileRig['files'], file: string) {
		this.#files = files;
		this.#file = file;
	}

	async step(kind: (typeof kinds)[number]): Promise<void> {
		this.trace.push(kind);
		switch (kind) {
			case 'type':
				await this.#type();
				this.#isUnseen = true;
				return;
			case 'save':
				await (await this.#document()).save();
				// What is saved can be read on the disk by an agent that never asks us.
				if (this.#known === undefined) this.#isUnseen = this.#isTold ? 'unknown' : false;
				return;
			case 'read':
				this.#known = await this.#files.readTextFile(this.#file);
				this.#isUnseen = false;
				this.#isTold = false;
				return;
			case 'write':
				return this.#write();
			case 'writeWhileTyping': {
				const before = this.#isUnseen;
				this.#isUnseen = 'unknown';
				await Promise.all([this.#write(), this.#type()]);
				if (before === true) this.#isUnseen = true;
				return;
			}
			case 'readWhileTyping':
				await Promise.all([
					this.#files.readTextFile(this.#file).then((text) => (this.#known = text)),
					this.#type(),
				]);
				this.#isUnseen = 'unknown';
		}
	}

	/** All that was typed is there, once, and on the disk when it is saved. */
	async finish(): Promise<void> {
		const document = await this.#document();
		this.#assertNothingLost(document.getText());
		assert.ok(await document.save());
		this.#assertNothingLost(await readFile(this.#file, 'utf8'));
	}

	#assertNothingLost(text: string): void {
		for (const word of this.#typed) {
			assert.equal(text.split(word).length, 2, `${word} is not there once: ${JSON.stringify(text)}`);
		}
	}

	async #write(): Promise<void> {
		// An agent that never asked us reads the disk by itself.
		const base = this.#known ?? (await readFile(this.#file, 'utf8'));
		const text = `${base}agent${++this.#written};\n`;
		try {
			await this.#files.writeTextFile(this.#file, text);
			assert.notEqual(this.#isUnseen, true, 'It was written over what the agent has not seen.');
			this.#known = text;
		} catch (error) {
			if (!(error instanceof ServiceError) || error.reason !== 'conflict') throw error;
			assert.ok(this.#isUnseen !== false || this.#isTold, 'It was refused although nothing was typed.');
			this.#isTold = true;
			this.conflicts++;
		}
	}

	async #type(): Promise<void> {
		const word = `typed${this.#typed.length};`;
		const document = await this.#document();
		const edit = new vscode.WorkspaceEdit();
		edit.insert(document.uri, new vscode.Position(0, 0), word);
		// VS Code refuses an edit of ours that another one overtook; a user's key is never refused.
		while (!(await vscode.workspace.applyEdit(edit)));
		this.#typed.push(word);
	}

	#document(): Thenable<vscode.TextDocument> {
		return vscode.workspace.openTextDocument(vscode.Uri.file(this.#file));
	}
}

async function runOnce(files: FileRig['files'], folder: string, run: number): Promise<number> {
	const random = randomIntegers(seed + run);
	const one = new Run(files, await put(folder, `${run}.txt`, 'first line\n'));
	try {
		const steps = 4 + random(5);
		for (let n = 0; n < steps; n++) await one.step(kinds[random(kinds.length)] ?? 'read');
		await one.finish();
		return one.conflicts;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`SEED=${seed}, run ${run}, ${one.trace.join(' ')}: ${reason}`, { cause: error });
	}
}

let refused = 0;
for (let part = 0; part < parts; part++) {
	hostTest(
		`no order of typing, saving, reading and writing loses what the user typed, part ${part + 1} [hazard D4]`,
		() =>
			// What VS Code saves by itself is no step of the model.
			withSetting('files.autoSave', 'off', () =>
				withFiles(async ({ folder, files }) => {
					let next = runsOfPart * part;
					const end = next + runsOfPart;
					let conflicts = 0;
					const some = async (): Promise<void> => {
						while (next < end) conflicts += await runOnce(files, folder, next++);
					};
					const ends = await Promise.allSettled(Array.from({ length: atOnce }, some));
					const failure = ends.find((one) => one.status === 'rejected');
					if (failure !== undefined) throw failure.reason;
					refused += conflicts;
					if (part === parts - 1) {
						hostFigure(
							'D4',
							`${runsOfPart * parts} orders of steps, ${refused} writes refused, 0 words lost`,
						);
					}
				}),
			),
	);
}
