/** What the scenario agent does (`scenarioPrompts.ts`), as far as a later Pioneer gateway has words for it. */
import { callItem, commandItem } from './pioneerDemoTurn.ts';
import { PioneerGateway } from './pioneerGateway.ts';
import type { PlayedTurn } from './pioneerThread.ts';

export class ScenarioGateway {
	readonly gateway: PioneerGateway;
	/** The turn that was begun last. */
	#turn: PlayedTurn | undefined;

	static async start(): Promise<ScenarioGateway> {
		let scenarios: ScenarioGateway | undefined;
		const gateway = await PioneerGateway.start({
			generation: 'G2',
			play: (turn) => scenarios?.play(turn),
			serve: (_client, method, params) => {
				if (method !== 'turn/permission/request/respond') return undefined;
				return { result: params, afterwards: () => scenarios?.answered(String(params['resolution'])) };
			},
		});
		return (scenarios = new ScenarioGateway(gateway));
	}

	private constructor(gateway: PioneerGateway) {
		this.gateway = gateway;
	}

	/** Ends a turn of `slow`. */
	finish(): void {
		const turn = this.#running();
		turn.tell('item/completed', { item: callItem('dynamicToolCall', `long-${turn.turn.id}`, longWork) });
		this.#say('Finished.');
		turn.end('Completed');
	}

	/** Takes a question back, as if somebody else had answered. */
	withdraw(): void {
		this.#resolve('cancelled');
		this.#say('The question is gone.');
		this.#running().end('Completed');
	}

	play(turn: PlayedTurn): void {
		this.#turn = turn;
		turn.start();
		const [word, arg = ''] = turn.words.split(' ');
		switch (word) {
			case 'slow': {
				const item = { ...longWork, status: 'in_progress' };
				turn.tell('item/started', { item: callItem('dynamicToolCall', `long-${turn.turn.id}`, item) });
				return;
			}
			case 'ask':
			case 'withdraw':
				return this.#ask(arg);
			case 'stream':
				turn.whole({ ...turn.thought('Which words are best?') });
				this.#stream(['Streaming', ' **bold**', ' words,', ' one', ' by', ' one.']);
				break;
			case 'upsert':
				this.#stream(['A draft that goes away'], 'The final text with an end.');
				break;
			case 'shell':
				this.#shell(arg === 'fail');
				break;
			default:
				this.#say(`You said: ${turn.words}`);
		}
		turn.end('Completed');
	}

	answered(resolution: string): void {
		this.#resolve(resolution);
		this.#say(resolution === 'deny' ? 'You rejected it.' : 'You allowed it.');
		this.#running().end('Completed');
	}

	#ask(file: string): void {
		const turn = this.#running();
		turn.thread.notify('turn/permission/request/opened', {
			request: {
				request_id: `q-${turn.turn.id}`,
				...turn.place,
				turn_id: turn.turn.id,
				tool_name: 'apply_patch',
				action: 'file_write',
				scope_hash: 'h',
				reason: 'policy_requires_approval',
				summary: `Edit ${file}`,
			},
		});
	}

	#resolve(resolution: string): void {
		const turn = this.#running();
		const request = { request_id: `q-${turn.turn.id}`, ...turn.place, turn_id: turn.turn.id };
		turn.thread.notify('turn/permission/request/resolved', { ...request, resolution });
	}

	#shell(fails: boolean): void {
		const turn = this.#running();
		const id = `sh-${turn.turn.id}`;
		const output = fails ? 'no such thing\n' : 'hello from the shell\n';
		const command = fails ? ['fail'] : ['say', 'hello'];
		const exit_code = fails ? 1 : 0;
		turn.tell('item/started', { item: commandItem(id, { command, status: 'in_progress' }) });
		turn.piece(id, output, fails ? 'stderr' : 'stdout');
		const display = { kind: 'shell', aggregated_output: output, exit_code, truncated: false };
		const status = fails ? 'failed' : 'completed';
		turn.tell('item/completed', { item: commandItem(id, { command, status, display }) });
	}

	#say(text: string): void {
		this.#stream([text]);
	}

	#stream(pieces: readonly string[], whole = pieces.join('')): void {
		const turn = this.#running();
		const item = { type: 'agentMessage', id: `a-${turn.turn.id}`, text: whole };
		turn.tell('item/started', { item: { ...item, text: '' } });
		for (const piece of pieces) turn.piece(item.id, piece);
		turn.tell('item/completed', { item });
	}

	#running(): PlayedTurn {
		if (this.#turn === undefined) throw new Error('No turn has begun');
		return this.#turn;
	}
}

const longWork = {
	toolName: 'long_work',
	display: { kind: 'summary', title: 'Long work', metadata: {}, truncated: false },
};
