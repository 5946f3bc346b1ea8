/**
 * Every answer that an agent got to a permission, and who gave it: one line of JSON each, in a file of this window
 * (hazard G3), without secrets (hazard F5) and bounded. Files are only ever appended to; the oldest go.
 */
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as limits from '../../core/base/limits.ts';
import type { PermissionLog, PermissionRecord } from '../../core/session/model/permissionPorts.ts';
import { agentDetails } from '../../core/view/permissionSubject.ts';
import type { Redactor } from '../../node/redact.ts';
import { errorCode } from '../../node/errorCode.ts';

const ending = '.jsonl';

interface PermissionLogParts {
	/** Absolute path; made with the first line. */
	readonly folder: string;
	readonly maxBytes?: number;
	readonly maxFiles?: number;
	now(): number;
	/** Knows the secrets of that agent. */
	redactor(agentName: string): Promise<Redactor>;
	/** Told once when nothing can be written. */
	log(line: string): void;
}

export class PermissionLogFile implements PermissionLog {
	readonly #parts: PermissionLogParts;
	/** Lines are written one after the other. */
	#written: Promise<void> = Promise.resolve();
	#file: string | undefined;
	#bytes = 0;
	#count = 0;
	#hasFailed = false;

	constructor(parts: PermissionLogParts) {
		this.#parts = parts;
	}

	record(answer: PermissionRecord): void {
		const at = this.#parts.now();
		this.#written = this.#written
			.then(() => this.#write(at, answer))
			.catch((error: unknown) => {
				if (this.#hasFailed) return;
				this.#hasFailed = true;
				this.#parts.log(`The permission log cannot be written: ${String(error)}`);
			});
	}

	/** All that is kept, of all windows, oldest first. Empty when nothing was answered yet. */
	async read(): Promise<string> {
		await this.#written;
		const texts = await Promise.all(
			// Another window may take away the oldest meanwhile.
			(await this.#files()).map((name) =>
				readFile(path.join(this.#parts.folder, name), 'utf8').catch(insteadOfMissing('')),
			),
		);
		const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
		return lines.toSorted((a, b) => compare(timeOf(a), timeOf(b))).join('\n');
	}

	async #write(at: number, answer: PermissionRecord): Promise<void> {
		const redactor = await this.#parts.redactor(answer.agentName);
		const line = `${redactor.json(lineOf(at, answer, (text) => clip(text, redactor)))}\n`;
		const bytes = Buffer.byteLength(line);
		const maxBytes = this.#parts.maxBytes ?? limits.permissionLogBytes;
		if (this.#file === undefined || this.#bytes + bytes > maxBytes) await this.#begin();
		this.#bytes += bytes;
		await appendFile(path.join(this.#parts.folder, this.#file ?? ''), line, { mode: 0o600 });
	}

	async #begin(): Promise<void> {
		const { folder, maxFiles = limits.permissionLogFiles } = this.#parts;
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const names = await this.#files();
		const surplus = names.slice(0, Math.max(0, names.length - maxFiles + 1));
		for (const name of surplus) await rm(path.join(folder, name), { force: true });
		const stamp = new Date(this.#parts.now()).toISOString().replaceAll(/[:.]/gu, '-');
		this.#file = `${stamp}-${process.pid}-${++this.#count}${ending}`;
		this.#bytes = 0;
	}

	/** Oldest first: their names begin with the time. */
	async #files(): Promise<readonly string[]> {
		const names = await readdir(this.#parts.folder).catch(insteadOfMissing<string[]>([]));
		return names.filter((name) => name.endsWith(ending)).toSorted();
	}
}

function insteadOfMissing<T>(fallback: T): (error: unknown) => T {
	return (error) => {
		if (errorCode(error) === 'ENOENT') return fallback;
		throw error;
	};
}

function lineOf(at: number, answer: PermissionRecord, short: (text: string) => string): unknown {
	const { sessionKey, sessionTitle, agentName, title, subject, call, by, state } = answer;
	const about = agentDetails({ subject }, call, (file) => file) ?? '';
	const rule = state.type === 'answered' ? state.rule : undefined;
	const fileKind = subject.type === 'file' ? (subject.purpose === 'read' ? 'read' : 'edit') : undefined;
	const kind = fileKind ?? call?.kind;
	return {
		time: new Date(at).toISOString(),
		...(state.type === 'cancelled' ? { answer: 'cancelled', by } : { answer: state.option.kind, by }),
		...(rule === undefined ? {} : { rule: rule.text }),
		agent: agentName,
		title: short(title),
		...(about === '' ? {} : { about: short(about) }),
		...(kind === undefined ? {} : { kind }),
		...(state.type === 'cancelled'
			? {}
			: { option: short(state.option.name), optionId: short(state.option.optionId) }),
		...(rule === undefined ? {} : { ruleId: rule.id }),
		session: sessionKey,
		...(sessionTitle === '' ? {} : { sessionTitle: short(sessionTitle) }),
	};
}

/** Secrets go before the end does: what is left of one that is cut could not be told any more. */
function clip(text: string, redactor: Redactor): string {
	if (text.length <= limits.ruleChars) return text;
	const known = redactor.text(text.slice(0, 2 * limits.ruleChars));
	const isWhole = text.length <= 2 * limits.ruleChars;
	// At the end of what was looked at there may be a part of one.
	const sure = isWhole ? known.length : known.length - limits.ruleChars;
	return `${known.slice(0, Math.max(0, Math.min(limits.ruleChars, sure)))}… (${text.length} characters)`;
}

function timeOf(line: string): string {
	return /^\{"time":"([^"]*)"/u.exec(line)?.[1] ?? '';
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
