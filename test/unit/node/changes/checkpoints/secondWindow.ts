/** The engine of another window of the same workspace: answers questions from its input, one in each line. */
import { createInterface } from 'node:readline';
import { LocalEngine } from '../../../../../src/node/changes/localEngine.ts';

const [base = ''] = process.argv.slice(2);
const engine = new LocalEngine(
	{ roots: [`${base}/ws`], storeFolder: `${base}/store`, home: `${base}/home` },
	() => undefined,
);
process.stdout.write('{}\n');

for await (const line of createInterface({ input: process.stdin })) {
	const { method, args } = JSON.parse(line) as { method: string; args: readonly unknown[] };
	const target: object = method in engine.checkpoints ? engine.checkpoints : engine;
	const ask = Reflect.get(target, method) as (...all: readonly unknown[]) => Promise<unknown>;
	const value = await ask.apply(target, [...args]);
	process.stdout.write(`${JSON.stringify({ value })}\n`);
}
