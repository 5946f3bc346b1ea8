/** Lets go of what is kept of sessions, or has become too old, with the copies that nothing else needs. */
import type { Checkpoint } from '../../core/changes/checkpoints/checkpoint.ts';
import type { CallChanges } from './callChanges.ts';
import type { ForgottenSessions } from './changeEngine.ts';
import type { ChangeJournal } from './changeJournal.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { ContentStore } from './contentStore.ts';

interface ForgettingParts {
	readonly store: ContentStore;
	readonly journal: ChangeJournal;
	readonly calls: CallChanges;
	readonly checkpoints: Checkpoints;
}

interface Forgotten {
	readonly isGone: (checkpoint: Checkpoint) => boolean;
	readonly isGoneSession: (session: string) => boolean;
	/** Nothing is kept but what waits, and files as they are. */
	readonly isAll: boolean;
}

export function forgetSessions(parts: ForgettingParts, sessions: ForgottenSessions): void {
	const isGoneSession = (session: string): boolean => sessions === 'all' || sessions.includes(session);
	const isGone = ({ session }: Checkpoint): boolean => isGoneSession(session);
	forget(parts, { isGone, isGoneSession, isAll: sessions === 'all' });
	parts.journal.forgetDamaged();
}

/** @param oldest in milliseconds since 1970: what was placed before goes, if there is anything */
export function forgetOld(parts: ForgettingParts, oldest: number): void {
	if (!parts.journal.history.hasOlder(oldest)) return;
	forget(parts, { isGone: ({ at }) => at < oldest, isGoneSession: () => false, isAll: false });
}

function forget(
	{ store, journal, calls, checkpoints }: ForgettingParts,
	{ isGone, isGoneSession, isAll }: Forgotten,
): void {
	const before = journal.named();
	checkpoints.letGo(isGone);
	calls.forget(isGoneSession);
	journal.forget(isGone, isGoneSession);
	const needed = journal.named();
	const elsewhere = journal.namedElsewhere();
	// The journal of another window cannot be read, so what it needs is not known.
	if (elsewhere === undefined) return;
	// What another window has copied in advance is named nowhere yet.
	const isAlone = elsewhere.windows === 0;
	store.sweep((hash) => {
		const mayGo = before.has(hash) || (isAll && isAlone);
		return !mayGo || needed.has(hash) || elsewhere.hashes.has(hash);
	});
}
