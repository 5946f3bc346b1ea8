/**
 * The records, and what waits, in a file of this life of the window that begins by a rename and then only grows: it can
 * be read after an end at any moment. Files of windows that are gone are read once, and their content is taken over.
 */
import {
	appendFileSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	truncateSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
	formatLine,
	type JournalLine,
	journalVersion,
	parseLine,
	type Pending,
} from '../../core/changes/journalLine.ts';
import type { ChangeRecord } from '../../core/changes/record.ts';
import { safeRead } from './safeRead.ts';

export interface JournalOptions {
	/** Absolute, without links. */
	readonly folder: string;
	readonly maxRecords: number;
	readonly maxFileBytes: number;
	readonly log: (line: string) => void;
}

const namePattern = /^changes-(\d+)-(\d+)\.jsonl$/u;

export class ChangeJournal {
	readonly #options: JournalOptions;
	readonly #file: string;
	readonly #pending = new Map<string, Pending>();
	#records: ChangeRecord[] = [];
	#bytes = 0;
	/** A write failed: the file is written anew with the next. */
	#isBroken = false;

	constructor(options: JournalOptions) {
		this.#options = options;
		mkdirSync(options.folder, { recursive: true, mode: 0o700 });
		const old = this.#readAll();
		this.#file = path.join(options.folder, `changes-${Date.now()}-${process.pid}.jsonl`);
		this.#rewrite();
		// Only once what they hold is in ours.
		if (!this.#isBroken) for (const file of old) if (file !== this.#file) rmSync(file, { force: true });
	}

	get records(): readonly ChangeRecord[] {
		return this.#records;
	}

	/** Files of which changes wait, by path. */
	get pending(): ReadonlyMap<string, Pending> {
		return this.#pending;
	}

	append(...lines: readonly JournalLine[]): void {
		if (lines.length === 0) return;
		for (const line of lines) this.#apply(line);
		const text = lines.map(formatLine).join('');
		if (this.#isBroken || this.#bytes + text.length > this.#options.maxFileBytes) return this.#rewrite();
		try {
			appendFileSync(this.#file, text, { mode: 0o600 });
			this.#bytes += Buffer.byteLength(text);
		} catch (error) {
			this.#fail(error);
			this.#cutBack();
		}
	}

	#apply(line: JournalLine): void {
		switch (line.type) {
			case 'record':
				this.#records.push(line.record);
				if (this.#records.length > this.#options.maxRecords) {
					this.#records = this.#records.slice(-Math.ceil(this.#options.maxRecords / 2));
				}
				return;
			case 'pending':
				this.#pending.delete(line.pending.path);
				return void this.#pending.set(line.pending.path, line.pending);
			case 'settled':
				return void this.#pending.delete(line.path);
			case 'version':
				return;
		}
	}

	#rewrite(): void {
		const lines: JournalLine[] = [
			{ type: 'version', version: journalVersion },
			...this.#records.map((record) => ({ type: 'record' as const, record })),
			...[...this.#pending.values()].map((pending) => ({ type: 'pending' as const, pending })),
		];
		const text = lines.map(formatLine).join('');
		const half = `${this.#file}.half`;
		try {
			writeFileSync(half, text, { mode: 0o600 });
			renameSync(half, this.#file);
			this.#bytes = Buffer.byteLength(text);
			this.#isBroken = false;
		} catch (error) {
			this.#fail(error);
			rmSync(half, { force: true });
		}
	}

	/** A line that was written in part would spoil the next one. */
	#cutBack(): void {
		try {
			truncateSync(this.#file, this.#bytes);
		} catch {
			// It is written anew with the next line.
		}
	}

	#fail(error: unknown): void {
		if (!this.#isBroken) this.#options.log(`Changes could not be recorded: ${String(error)}`);
		this.#isBroken = true;
	}

	/** @returns files of windows that are gone, whose lines were taken over */
	#readAll(): readonly string[] {
		const { folder, log } = this.#options;
		const names = readdirSync(folder).filter((name) => namePattern.test(name));
		const files = names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
		return files.flatMap((name) => {
			const file = path.join(folder, name);
			if (isAlive(Number(namePattern.exec(name)?.[2]))) return [];
			const { lines, isNewer, damaged } = readJournal(file);
			if (isNewer) log(`${name} was written by a newer release and is left alone.`);
			if (damaged > 0) log(`${damaged} lines of ${name} cannot be read.`);
			for (const line of lines) this.#apply(line);
			return isNewer ? [] : [file];
		});
	}
}

function readJournal(file: string): { lines: readonly JournalLine[]; isNewer: boolean; damaged: number } {
	const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	const found = safeRead(file, Math.min(size, 256 * 1024 * 1024));
	const text = found.type === 'read' ? Buffer.from(found.bytes).toString('utf8') : '';
	const texts = text.split('\n').filter((line) => line !== '');
	const lines = texts.flatMap((line) => parseLine(line) ?? []);
	const isNewer = lines.some((line) => line.type === 'version' && line.version > journalVersion);
	return { lines: isNewer ? [] : lines, isNewer, damaged: texts.length - lines.length };
}

/** Another window shows the same workspace. A number that was given to another program only delays the taking over. */
function isAlive(pid: number): boolean {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
