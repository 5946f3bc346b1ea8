/** What the scenario agent does, by the first word of the prompt: the same visible thing in each shape. */
import type { JsonObject } from './fakeAgentScript.ts';
import type { WorkEnd } from './promptTurns.ts';
import { endless, failing, hello, runCommand, startByAgent } from './scenarioShell.ts';
import type { ScenarioTurn } from './scenarioTurn.ts';
import { appendLine, writeInEveryWay } from './scenarioWrites.ts';
import { textItem } from './shapedUpdates.ts';

const done: WorkEnd = { stopReason: 'end_turn' };

type Scenario = (turn: ScenarioTurn) => WorkEnd | void | Promise<WorkEnd | void>;

/** A prompt that begins with none of these words is repeated. */
export const scenarios: Readonly<Record<string, Scenario>> = {
	/** A thought, then a message word by word. */
	stream: async (turn) => {
		turn.updates.think(turn.updates.id('thought'), 'Which words are best?');
		const message = turn.updates.id('message');
		for (const word of ['Streaming', ' **bold**', ' words,', ' one', ' by', ' one.']) {
			turn.updates.say(message, word);
			await turn.pause(5);
		}
	},
	/** A draft that is replaced, and continued. */
	upsert: (turn) => {
		const message = turn.updates.id('message');
		turn.updates.draft(message, 'A draft that goes away');
		turn.updates.message(message, 'The final text');
		turn.updates.say(message, ' with an end.');
	},
	/** `edit <file>` writes a line without asking for permission. */
	edit: async (turn) => {
		const edit = await Edit.prepare(turn, 'in_progress');
		await edit.write();
	},
	/** Changes files in every way there is. */
	writes: writeInEveryWay,
	append: appendLine,
	/** `ask <file>` does so if it may. */
	ask: async (turn) => {
		const edit = await Edit.prepare(turn, 'pending');
		const choice = await turn.permit(edit.texts, edit.toolCallId, edit.fields);
		if (choice === 'yes' || choice === 'always') await edit.write();
		else edit.leave(choice === undefined ? 'You did not answer.' : 'You rejected it.');
	},
	/** `withdraw <file>` asks as well, and takes the question back when the gate `withdraw` opens. */
	withdraw: async (turn) => {
		const edit = await Edit.prepare(turn, 'pending');
		const withdrawal = new AbortController();
		const answer = turn.permit(edit.texts, edit.toolCallId, edit.fields, withdrawal.signal);
		await Promise.race([answer, turn.gate('withdraw')]);
		withdrawal.abort();
		await answer;
		edit.leave('The question is gone.');
	},
	plan: async (turn) => {
		const names = ['Look around', 'Change it', 'Check it'];
		for (let at = 0; at <= names.length; at++) {
			const statusAt = (index: number): 'completed' | 'in_progress' | 'pending' => {
				if (index < at) return 'completed';
				return index === at ? 'in_progress' : 'pending';
			};
			turn.updates.plan(names.map((content, index) => ({ content, status: statusAt(index) })));
			await turn.pause(5);
		}
		turn.say('All steps are done.');
	},
	/** `shell`, `shell fail`, `shell wait`: that one runs until Stop. */
	shell: async (turn) => {
		const command = { fail: failing, wait: endless }[turn.args[0] ?? ''] ?? hello;
		turn.say(await runCommand(turn, command));
	},
	/** A tool call whose content comes bit by bit. */
	check: async (turn) => {
		const toolCallId = turn.updates.id('check');
		turn.updates.toolCall(toolCallId, { title: 'Check the code', kind: 'search', status: 'in_progress' });
		for (const text of ['Checked syntax.', 'Checked types.']) {
			turn.updates.addContent(toolCallId, textItem(text));
			await turn.pause(5);
		}
		turn.updates.toolCall(toolCallId, { status: 'completed' });
	},
	/** Works until the gate `finish` opens, or until Stop; then it has a last word. */
	slow: async (turn) => {
		const message = turn.updates.id('message');
		const toolCallId = turn.updates.id('work');
		turn.updates.say(message, 'Working');
		turn.updates.toolCall(toolCallId, { title: 'Long work', kind: 'think', status: 'in_progress' });
		try {
			await turn.gate('finish');
		} catch (error) {
			turn.updates.say(turn.updates.id('message'), 'Stopped at once.');
			throw error;
		}
		turn.updates.toolCall(toolCallId, { status: 'completed' });
		turn.say('Finished.');
	},
	crash: async (turn) => {
		turn.say('About to crash.');
		await turn.pause(20);
		process.exit(3);
	},
	/** Work that fails after the prompt was taken up. */
	fail: (turn) => {
		turn.say('Trying.');
		return { stopReason: 'error', error: { code: -32_603, message: 'The model is overloaded.' } };
	},
	/** `end <reason>` ends with any stop reason. */
	end: (turn) => ({ stopReason: turn.args[0] ?? 'end_turn' }),
	question: async (turn) => {
		const requestedSchema = {
			type: 'object',
			properties: { name: { type: 'string', title: 'Name' } },
			required: ['name'],
		};
		const answer = await turn.ask('elicitation/create', {
			mode: 'form',
			message: 'What shall I call you?',
			requestedSchema,
		});
		const content = answer['content'] as JsonObject | undefined;
		turn.say(answer['action'] === 'accept' ? `Hello, ${String(content?.['name'])}.` : 'As you like.');
	},
	/** A command that goes on after the turn, and can be cancelled by itself (C; elsewhere there is nothing of that). */
	background: (turn) => {
		if (turn.context.shape !== 'C') return turn.say('I have no background.');
		const { session, background, turns } = turn.context;
		const { sessionId } = session;
		const capabilities = { capabilities: { cancel: {} } };
		const { child, ...ids } = startByAgent(turn, endless, capabilities);
		background.add(sessionId, { child, ...ids }, (exitStatus) => {
			turn.updates.terminal(ids.terminalId, { exitStatus, capabilities: null });
			turn.updates.toolCall(ids.toolCallId, { status: 'cancelled', capabilities: null });
			// The same end once more: a snapshot, not another completion.
			if (turns.isBusy(sessionId)) turns.state(sessionId, 'running');
			else turns.state(sessionId, 'idle', { stopReason: 'end_turn' });
		});
		turn.say('It runs in the background.');
		return undefined;
	},
	/** After its end, and once the gate `alone` opens, the agent begins work of its own, until `rest` opens or Stop. */
	alone: (turn) => {
		void workAlone(turn);
		turn.say('I keep watching.');
	},
	usage: (turn) => {
		turn.updates.usage(1200, 8000);
		turn.say('That was cheap.');
	},
};

/** @param text of the prompt */
export async function play(text: string, turn: ScenarioTurn): Promise<WorkEnd> {
	const [name = ''] = text.split(/\s+/u);
	const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
	if (scenario === undefined) turn.say(`You said: ${text}`);
	const end = await scenario?.(turn);
	turn.check();
	return end ?? done;
}

async function workAlone(turn: ScenarioTurn): Promise<void> {
	const { turns, session } = turn.context;
	const tell = (state: string, fields?: JsonObject): void => turns.state(session.sessionId, state, fields);
	const { signal } = turn;
	await turn.gate('alone').catch(() => undefined);
	if (signal.aborted) return;
	tell('running');
	turn.say('I noticed something.');
	await turn.gate('rest').catch(() => undefined);
	tell('idle', { stopReason: signal.aborted ? 'cancelled' : 'end_turn' });
}

/** One line more in a file, as a tool call. */
class Edit {
	readonly toolCallId: string;
	readonly fields: JsonObject;
	readonly texts: { readonly title: string; readonly description: string };
	readonly #turn: ScenarioTurn;
	readonly #file: string;
	readonly #newText: string;

	private constructor(turn: ScenarioTurn, name: string, oldText: string | null) {
		this.#turn = turn;
		this.#file = turn.path(name);
		this.#newText = `${oldText ?? ''}a line of the agent\n`;
		this.toolCallId = turn.updates.id('edit');
		const title = `Edit ${name}`;
		this.texts = { title, description: `One line is added to ${name}.` };
		const content = [turn.updates.diff(this.#file, oldText, this.#newText)];
		this.fields = { title, kind: 'edit', locations: [{ path: this.#file }], content };
	}

	static async prepare(turn: ScenarioTurn, status: string): Promise<Edit> {
		const name = turn.args[0] ?? 'notes.txt';
		const edit = new Edit(turn, name, await turn.read(turn.path(name)));
		turn.updates.toolCall(edit.toolCallId, { ...edit.fields, status });
		return edit;
	}

	async write(): Promise<void> {
		await this.#turn.write(this.#file, this.#newText);
		this.#turn.updates.toolCall(this.toolCallId, { status: 'completed' });
		this.#turn.say('It is written.');
	}

	leave(why: string): void {
		this.#turn.updates.toolCall(this.toolCallId, { status: 'failed' });
		this.#turn.say(why);
	}
}
