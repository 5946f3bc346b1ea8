/** The fake agent's side of the conversation: dispatches what comes in and runs the steps of the script. */
import { closeSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultResult } from './fakeAgentDefaults.ts';
import type { FakeAgentScript, JsonObject, Step } from './fakeAgentScript.ts';
import { PromptTurns, type WorkEnd } from './promptTurns.ts';
import { spawnTree } from './fakeAgentTree.ts';
import { fill, type Scope } from './fakeAgentValues.ts';
import {
	type AgentWire,
	stdio,
	type WireMessage,
	writeEndless,
	writeMessage,
	floodStderr,
} from './fakeAgentWire.ts';

/** One run of steps: for a message that came in, or for the start. */
interface Run {
	readonly message: WireMessage;
	readonly session: string | undefined;
	/** Of the text it says. */
	readonly messageId?: string;
	hasAnswered: boolean;
	n: number;
}

/** Thrown to leave the steps of a prompt that was cancelled. */
class Cancelled extends Error {}

export class FakeAgentPeer {
	readonly #script: FakeAgentScript;
	readonly #wire: AgentWire;
	readonly #defaults;
	readonly #turns: PromptTurns | undefined;
	readonly #calls = new Map<string, number>();
	readonly #expected = new Map<string, WireMessage>();
	readonly #waiting = new Map<string, (message: WireMessage) => void>();
	readonly #early: WireMessage[] = [];
	readonly #result: Record<string, unknown> = {};
	readonly #error: Record<string, unknown> = {};
	readonly #requests = new Map<number, (message: WireMessage) => void>();
	readonly #answers = new Map<string, { readonly id: number; readonly done: Promise<void> }>();
	readonly #cancelled = new Set<string>();
	#onCancel: (() => void)[] = [];
	#newestSession: string | undefined;
	#nextId = 0;

	constructor(script: FakeAgentScript, wire: AgentWire = stdio) {
		this.#script = script;
		this.#wire = wire;
		const { shape = 'v1', echo = 'before', capabilities = {} } = script;
		this.#defaults = { sessions: 0, shape, capabilities };
		if (shape === 'v1') return;
		this.#turns = new PromptTurns({ shape, echo, update: (id, update) => this.#sendUpdate(id, update) });
	}

	async run(): Promise<void> {
		const { start, ignoreStdin, ignoreEof } = this.#script;
		if (ignoreStdin !== true) {
			this.#wire.read(
				(message) => this.#receive(message),
				() => {
					if (ignoreEof !== true) this.#wire.exit(0);
				},
			);
		}
		await this.#runSteps(start ?? [], { message: {}, session: undefined, hasAnswered: true, n: 0 });
	}

	#receive(message: WireMessage): void {
		const { method, id } = message;
		if (method === undefined) {
			this.#requests.get(Number(id))?.(message);
			return;
		}
		const call = (this.#calls.get(method) ?? 0) + 1;
		this.#calls.set(method, call);
		const steps = this.#script.on?.[`${method}#${call}`] ?? this.#script.on?.[method];
		if (method === 'session/cancel') this.#cancel(message.params ?? {});
		if (method === '$/cancel_request') this.#turns?.withdraw(message.params?.['requestId']);
		if (steps === undefined && this.#isExpected(method)) return this.#meet(method, message);
		void this.#handle(message, method, steps ?? [], call);
	}

	async #handle(message: WireMessage, method: string, steps: readonly Step[], call: number): Promise<void> {
		const sessionId = message.params?.['sessionId'];
		const session = typeof sessionId === 'string' ? sessionId : undefined;
		const run: Run = { message, session, hasAnswered: message.id === undefined, n: 0, ...this.#voice(call) };
		const isTurn = method === 'session/prompt' && this.#turns !== undefined && !steps.some(isAnswer);
		if (isTurn) return this.#turns?.run(message, () => this.#work(steps, run));
		if (method === 'session/prompt' && session !== undefined) this.#cancelled.delete(session);
		try {
			// Without steps the answer goes out at once, in the order of the requests.
			if (steps.length > 0) await this.#runSteps(steps, run);
			if (!run.hasAnswered) this.#respond(message, '$default', run);
		} catch (error) {
			if (!(error instanceof Cancelled)) return complain(`${method}: ${String(error)}`);
			if (!run.hasAnswered) this.#respond(message, { stopReason: 'cancelled' }, run);
		}
	}

	/** The steps of a prompt that its shape takes up and ends. */
	async #work(steps: readonly Step[], run: Run): Promise<WorkEnd> {
		if (run.session !== undefined) this.#cancelled.delete(run.session);
		try {
			await this.#runSteps(steps, run);
			return { stopReason: 'end_turn' };
		} catch (error) {
			if (!(error instanceof Cancelled)) complain(`session/prompt: ${String(error)}`);
			return { stopReason: 'cancelled' };
		}
	}

	/** Version 2 wants an id for every message. */
	#voice(call: number): Pick<Run, 'messageId'> {
		return this.#turns === undefined ? {} : { messageId: `fake-message-${call}` };
	}

	async #runSteps(steps: readonly Step[], run: Run): Promise<void> {
		for (const step of steps) {
			this.#checkCancelled(run);
			await this.#runStep(step, run);
		}
		this.#checkCancelled(run);
	}

	async #runStep(step: Step, run: Run): Promise<void> {
		if ('expect' in step) this.#expected.set(step.as ?? step.expect, await this.#await(step.expect));
		else if ('respond' in step) this.#respond(this.#target(step.to, run), step.respond, run);
		else if ('error' in step) this.#fail(this.#target(step.to, run), step.error, run);
		else if ('send' in step) this.#write(this.#fillObject(step.send, run));
		else if ('request' in step) await this.#request(step, run);
		else if ('await' in step) await this.#interruptible(this.#answers.get(step.await)?.done, run);
		else if ('withdraw' in step) this.#withdraw(step.withdraw);
		else if ('update' in step) this.#update(this.#fillObject(step.update, run), run);
		else if ('text' in step) this.#update(chunk(String(fill(step.text, this.#scope(run))), run), run);
		else if ('sleep' in step) await this.#interruptible(this.#sleep(step.sleep), run);
		else if ('waitCancel' in step) await this.#waitCancel(run);
		else if ('flood' in step) await this.#flood(step.flood, run);
		else if ('repeat' in step) await this.#repeat(step, run);
		else await this.#runSystemStep(step);
	}

	async #runSystemStep(step: Step): Promise<void> {
		if ('raw' in step) this.#wire.write(Buffer.from(step.raw, step.isBase64 === true ? 'base64' : 'utf8'));
		else if ('endless' in step) writeEndless(step.endless);
		else if ('stderrFlood' in step) floodStderr(step.stderrFlood);
		else if ('spawnTree' in step) {
			const { depth, flags, pids } = step.spawnTree;
			await spawnTree(depth, flags ?? [], pids);
		} else if ('die' in step) await this.#die(step.die);
		else if ('closeStdout' in step) closeSync(1);
		else if ('closeStdin' in step) {
			process.stdin.pause();
			closeSync(0);
		} else if ('ignoreStdin' in step) process.stdin.pause();
		else if ('stderr' in step) process.stderr.write(step.stderr);
		else if ('dumpEnv' in step) writeFileSync(step.dumpEnv, JSON.stringify(process.env));
		else complain(`unknown step ${JSON.stringify(step)}`);
	}

	async #repeat(step: { readonly repeat: number; readonly steps: readonly Step[] }, run: Run): Promise<void> {
		const outer = run.n;
		for (run.n = 0; run.n < step.repeat; run.n++) await this.#runSteps(step.steps, run);
		run.n = outer;
	}

	#respond(to: WireMessage, value: unknown, run: Run): void {
		if (to === run.message) run.hasAnswered = true;
		const isDefault = value === '$default';
		const result = isDefault ? defaultResult(to.method ?? '', this.#defaults) : fill(value, this.#scope(run));
		if (result === undefined) {
			return this.#fail(to, { code: -32601, message: `Method not found: ${to.method}` }, run);
		}
		if (to.method === 'session/new') this.#newestSession = (result as { sessionId?: string }).sessionId;
		this.#write({ id: to.id, result });
	}

	#fail(to: WireMessage, error: JsonObject, run: Run): void {
		if (to === run.message) run.hasAnswered = true;
		this.#write({ id: to.id, error: fill(error, this.#scope(run)) });
	}

	async #request(step: Extract<Step, { request: unknown }>, run: Run): Promise<void> {
		const id = this.#nextId++;
		const name = step.as ?? String(id);
		const done = new Promise<void>((resolve) => {
			this.#requests.set(id, (answer) => {
				this.#result[name] = answer.result;
				this.#error[name] = answer.error;
				resolve();
			});
		});
		this.#answers.set(name, { id, done });
		this.#write({ id, ...this.#fillObject(step.request, run) });
		if (step.isAsync !== true) await this.#interruptible(done, run);
	}

	#withdraw(name: string): void {
		this.#write({ method: '$/cancel_request', params: { requestId: this.#answers.get(name)?.id } });
	}

	#update(update: JsonObject, run: Run): void {
		this.#sendUpdate(this.#session(run), update);
	}

	async #flood(flood: { readonly count: number; readonly size?: number }, run: Run): Promise<void> {
		const filler = 'x'.repeat(flood.size ?? 40);
		const batch: string[] = [];
		for (let n = 0; n < flood.count; n++) {
			const params = { sessionId: this.#session(run), update: chunk(`${n} ${filler}`, run) };
			batch.push(JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params }));
			if (batch.length < 500 && n + 1 < flood.count) continue;
			this.#wire.write(Buffer.from(batch.join('\n') + '\n'));
			batch.length = 0;
			// Lets a cancel be read in the middle of the flood.
			await new Promise((resolve) => setImmediate(resolve));
			this.#checkCancelled(run);
		}
	}

	#cancel(params: JsonObject): void {
		if (this.#script.ignoreCancel !== true) this.#cancelled.add(String(params['sessionId']));
		this.#turns?.cancel(String(params['sessionId']));
		for (const wake of this.#onCancel.splice(0)) wake();
	}

	#checkCancelled(run: Run): void {
		const isPrompt = run.message.method === 'session/prompt';
		if (isPrompt && run.session !== undefined && this.#cancelled.has(run.session)) throw new Cancelled();
	}

	/** Waits, but no longer than until the prompt at hand is cancelled. */
	async #interruptible(promise: Promise<unknown> | undefined, run: Run): Promise<void> {
		const done = (promise ?? Promise.resolve()).then(() => true);
		while (!(await Promise.race([done, this.#nextCancel()]))) this.#checkCancelled(run);
		this.#checkCancelled(run);
	}

	async #waitCancel(run: Run): Promise<void> {
		await this.#nextCancel();
		this.#checkCancelled(run);
	}

	#nextCancel(): Promise<false> {
		return new Promise((resolve) => this.#onCancel.push(() => resolve(false)));
	}

	#await(method: string): Promise<WireMessage> {
		const index = this.#early.findIndex((message) => message.method === method);
		const [early] = index < 0 ? [] : this.#early.splice(index, 1);
		if (early !== undefined) return Promise.resolve(early);
		return new Promise((resolve) => this.#waiting.set(method, resolve));
	}

	/** True when some `expect` of the script names the method: then it is not answered by default. */
	#isExpected(method: string): boolean {
		const steps = [...(this.#script.start ?? []), ...Object.values(this.#script.on ?? {}).flat()];
		return JSON.stringify(steps).includes(`"expect":${JSON.stringify(method)}`);
	}

	#meet(method: string, message: WireMessage): void {
		const waiting = this.#waiting.get(method);
		this.#waiting.delete(method);
		if (waiting === undefined) this.#early.push(message);
		else waiting(message);
	}

	#target(to: string | undefined, run: Run): WireMessage {
		return (to === undefined ? undefined : this.#expected.get(to)) ?? run.message;
	}

	#session(run: Run): string {
		return run.session ?? this.#newestSession ?? 'fake-1';
	}

	#scope(run: Run): Scope {
		const params = run.message.params ?? {};
		const expected = Object.fromEntries([...this.#expected].map(([name, message]) => [name, message.params]));
		const own = { params, result: this.#result, error: this.#error, session: this.#session(run), n: run.n };
		return { ...own, expected };
	}

	#fillObject(value: JsonObject, run: Run): JsonObject {
		return fill(value, this.#scope(run)) as JsonObject;
	}

	#write(message: object): void {
		writeMessage(message, this.#wire);
	}

	#sendUpdate(sessionId: string, update: JsonObject): void {
		this.#write({ method: 'session/update', params: { sessionId, update } });
	}

	#sleep(ms: number): Promise<void> {
		return sleep(ms, undefined, { ref: this.#wire.isProcess });
	}

	async #die(how: { readonly code?: number; readonly signal?: NodeJS.Signals }): Promise<void> {
		if (how.signal === undefined) this.#wire.exit(how.code ?? 0);
		else this.#wire.kill(how.signal);
		// Either may need a moment.
		await this.#sleep(10_000);
	}
}

function chunk(text: string, { messageId }: Run): JsonObject {
	const id = messageId === undefined ? {} : { messageId };
	return { sessionUpdate: 'agent_message_chunk', ...id, content: { type: 'text', text } };
}

/** True for a step that answers the prompt itself. */
function isAnswer(step: Step): boolean {
	return ('respond' in step || 'error' in step) && step.to === undefined;
}

function complain(text: string): void {
	process.stderr.write(`fake agent: ${text}\n`);
}
