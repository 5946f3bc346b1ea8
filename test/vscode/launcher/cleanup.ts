/**
 * What must be gone when this process ends, however it ends. Everything that starts a process or makes a
 * temp folder registers its removal here; SIGINT, SIGTERM, SIGHUP and a plain exit run what is still registered.
 */
type Release = () => void;

const pending = new Set<Release>();
let areSignalsHandled = false;

/** Registers a synchronous `release` for the end of the process. Returns a function that runs it now, once. */
export function onProcessEnd(release: Release): Release {
	handleSignals();
	pending.add(release);
	return () => {
		if (pending.delete(release)) release();
	};
}

/** Runs everything that is registered, newest first. One failure does not keep the rest from running. */
function releaseAll(): void {
	const releases = [...pending].reverse();
	pending.clear();
	for (const release of releases) {
		try {
			release();
		} catch (error) {
			console.error('cleanup failed:', error);
		}
	}
}

function handleSignals(): void {
	if (areSignalsHandled) return;
	areSignalsHandled = true;
	process.once('exit', releaseAll);
	const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
	for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			releaseAll();
			process.exit(128 + numbers[signal]);
		});
	}
}
