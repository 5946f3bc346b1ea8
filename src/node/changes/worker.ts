/** The thread of changes. A bundle of its own (`changesWorker.cjs`), which loads with the first session. */
import { parentPort, workerData } from 'node:worker_threads';
import { LocalEngine } from './localEngine.ts';
import type { EngineMethod, FromThread, ThreadSetup, ToThread } from './changesThread.ts';

const engine = new LocalEngine(workerData as ThreadSetup, (line) => post({ type: 'log', line }));

parentPort?.on('message', (message: ToThread) => void answer(message));

async function answer({ id, method, args }: ToThread): Promise<void> {
	try {
		post({ type: 'answer', id, value: await call(method, args) });
	} catch (error) {
		post({ type: 'failure', id, message: String(error) });
	}
}

/** Both sides are of one build: what the other passes has the right types. */
function call(method: EngineMethod, args: readonly unknown[]): Promise<unknown> {
	const target: object = method in engine.checkpoints ? engine.checkpoints : engine;
	const answer = Reflect.get(target, method) as (...args: readonly unknown[]) => Promise<unknown>;
	return answer.apply(target, [...args]);
}

function post(message: FromThread): void {
	parentPort?.postMessage(message);
}
