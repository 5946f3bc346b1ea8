/** A folder on the disk, and an engine that watches it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { ChangeRecord } from '../../../../src/core/changes/record.ts';
import type { EngineBounds, SnapshotReport } from '../../../../src/node/changes/changeEngine.ts';
import { LocalEngine } from '../../../../src/node/changes/localEngine.ts';

export class Workspace {
	readonly base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-changes-')));
	readonly root = path.join(this.base, 'ws');
	readonly store = path.join(this.base, 'store');
	readonly home = path.join(this.base, 'home');
	readonly log: string[] = [];

	constructor(test: TestContext) {
		mkdirSync(this.root);
		mkdirSync(this.home);
		test.after(() => rmSync(this.base, { recursive: true, force: true }));
	}

	path(name: string): string {
		return path.join(this.root, name);
	}

	write(name: string, content: string | Uint8Array): string {
		mkdirSync(path.dirname(this.path(name)), { recursive: true });
		writeFileSync(this.path(name), content);
		return this.path(name);
	}

	engine(bounds: Partial<EngineBounds> = {}, roots: readonly string[] = [this.root]): LocalEngine {
		const { store: storeFolder, home } = this;
		return new LocalEngine({ roots, storeFolder, home, bounds }, (line) => this.log.push(line));
	}

	/** An engine that has looked at everything and copied it. */
	async watched(bounds: Partial<EngineBounds> = {}): Promise<LocalEngine> {
		const engine = this.engine(bounds);
		await engine.snapshot();
		await engine.copied();
		return engine;
	}

	/** Each change as `type name`, in order: `+` new, `-` gone, `~` changed, `>` moved. */
	changesOf({ records }: Pick<SnapshotReport, 'records'>): readonly string[] {
		return records.map((record) => `${signOf(record)} ${path.relative(this.root, record.path)}`).toSorted();
	}
}

function signOf({ movedFrom, before, after }: ChangeRecord): string {
	if (movedFrom !== undefined) return '>';
	if (before.type === 'absent') return '+';
	return after.type === 'absent' ? '-' : '~';
}
