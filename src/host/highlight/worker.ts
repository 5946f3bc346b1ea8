/** The thread that colours. A bundle of its own (`highlightWorker.cjs`), without VS Code's API. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Grammars } from './grammars.ts';
import type { PackagedFile } from './contributions.ts';
import { Tokenizer } from './tokenizer.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './workerThread.ts';

const { grammars, wasmFile } = workerData as WorkerSetup;
const reads = new Map<number, (text: string | undefined) => void>();
let lastRead = 0;

const tokenizer = new Tokenizer({
	grammars: new Grammars(grammars),
	read: readThroughHost,
	readWasm: () => readFile(wasmFile),
	log: (line) => post({ type: 'log', line }),
});

parentPort?.on('message', (message: ToWorker) => {
	if (message.type === 'tokenize') return void tokenize(message);
	reads.get(message.id)?.(message.text);
	reads.delete(message.id);
});

/** An error ends the thread, and with it the wait for its answer. */
async function tokenize({ language, text, theme }: Extract<ToWorker, { type: 'tokenize' }>): Promise<void> {
	if (theme !== undefined) tokenizer.setTheme(theme);
	post({ type: 'tokenized', highlight: await tokenizer.tokenize(language, text) });
}

async function readThroughHost(file: PackagedFile): Promise<string> {
	const id = ++lastRead;
	const text = await new Promise<string | undefined>((resolve) => {
		reads.set(id, resolve);
		post({ type: 'read', id, file });
	});
	if (text === undefined) throw new Error(`${file.path} cannot be read`);
	return text;
}

function post(message: FromWorker): void {
	parentPort?.postMessage(message);
}
