/** `docs/turn.md`: the tables of the turn, printed from the code that carries them out. */
import {
	decisions,
	type Decision,
	type Effect,
	type Occasion,
	occasions,
} from '../../src/core/session/driver/turnDecisions.ts';
import { guardWords } from '../../src/core/session/driver/turnGuards.ts';
import {
	impossible,
	transitions,
	turnEffects,
	turnEvents,
	turnGuardWords,
	type TurnName,
	turnStates,
} from '../../src/core/session/reducer/turnTransitions.ts';

const effects: Readonly<Record<Effect<Occasion>, string>> = {
	ask_approval: 'The user is asked to approve the command line. The prompt is not sent.',
	await_end: 'The prompt waits for the end of the turn.',
	await_name: 'The event `prompt_steered`: the agent has it in the turn, and will name it.',
	await_word: 'The prompt waits for the end of the turn, and the agent for a word of it.',
	cancel_work: 'What the agent does by itself is cancelled, if a turn still stops.',
	doubt:
		'The event `prompt_returned`, in doubt: it waits here, and what waits here goes out only when the user says so.',
	end_as_told: 'The turn is ending, as the agent says.',
	end_cancelled: 'The turn is ending: it was cancelled.',
	end_failed: 'The turn is ending, with the error.',
	end_if_done: 'The turn fails, quietly, when nothing is left that it could wait for.',
	end_turn: 'The event `turn_ended`.',
	end_unreported: 'The turn is ending; the agent did not say how.',
	fail_turn: 'The event `turn_failed`.',
	forget_steering:
		'The event `steering_missing`: the agent is not asked to take a prompt into its turn any more.',
	hurry: '`hurry_pressed` follows for it.',
	inject: 'The event `prompt_injected`: it is a message of the turn.',
	return_here: 'The event `prompt_returned`: it waits here for its turn.',
	return_next: 'The event `prompt_returned`: it waits here, and goes out before the others.',
	return_text:
		'The text belongs back into the composer; the message stays, with the words of the other prompt.',
	give_back: 'The event `prompt_unsent`: the text belongs back into the composer.',
	go_on: 'Prompts that wait for the end go on, and the turn is over.',
	keep_for_login: 'The event `prompt_awaiting_login`: it goes out after the login.',
	kill_commands:
		'Commands that run here for the agent are killed, and what waits to run or to be written is refused.',
	move_first: 'The prompt is first of those that wait here.',
	offer_force: 'The user is told, and may end the process.',
	pause: 'What waits here goes out only when the user says so.',
	pause_for_login: 'What waits here goes out after the login.',
	queue_at_agent: 'The agent gets the prompt now, for its own queue.',
	queue_here: 'The prompt waits here for its turn.',
	recall_queue: 'What the agent gives back of its queue is no news.',
	refuse: 'The prompt is not sent: its text belongs back into the composer.',
	reopen: 'The session opens, and what waited for the login is done.',
	report: 'The event `work`.',
	resend: 'The event `prompt_resent`, and the prompt is sent.',
	resume: 'What waits here goes out in turn again.',
	return_queue: 'What waits here comes back to the composer.',
	return_quietly: 'The prompt comes back to the composer, without a word.',
	return_refused: 'The prompt comes back to the composer.',
	say_stopped: 'The transcript says that the turn was stopped.',
	say_why: 'The transcript says why the turn ended, where that is worth a line.',
	send: 'The prompt goes out, once the session is open.',
	send_next: 'The first prompt that may go out does (`prompt_dequeued`).',
	show_login: 'The session shows how to log in.',
	steer:
		'The event `prompt_steering`, then the agent is sent it into its turn, and some time later `steering_unanswered` follows.',
	stop_turn:
		'What waits for the user is answered as cancelled, then the event `cancel_requested`, then the agent is asked to stop, and some time later `stop_unanswered` follows.',
	submit: 'The event `prompt_submitted`.',
	take_prompt: 'The event `prompt_taken`.',
	take_queued: 'The event `prompt_dequeued`: the agent has taken it up.',
	tell_doubt: 'The transcript says that the agent has not said whether it took the prompt.',
	tell: 'The transcript says what failed, after Stop only that it stopped.',
	withdraw_requests: 'What waits for the user is answered as cancelled, but for what runs on after the turn.',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const code = (name: string): string => `\`${name}\``;
const codes = (names: readonly string[]): string => (names.length === 0 ? '—' : names.map(code).join(', '));
const states = (names: readonly TurnName[]): string =>
	names.length === Object.keys(turnStates).length ? 'any' : codes(names);
const glossary = (words: Readonly<Record<string, string>>): readonly (readonly string[])[] =>
	Object.entries(words).map(([name, says]) => [code(name), says]);

function decisionTable(occasion: Occasion): string {
	const rows: readonly Decision[] = decisions[occasion];
	return `### ${code(occasion)}

${occasions[occasion]}

${table(
	['state', 'when', 'what is done'],
	rows.map(({ in: names, when, does }) => [
		states(names),
		when === undefined ? '' : guardWords[when],
		does.length === 0 ? 'nothing' : codes(does),
	]),
)}
`;
}

export function turnPage(written: string): string {
	return `# The turn

${written}

How a turn begins and ends for agents of each shape is in [protocol.md](protocol.md#turn-shapes). Here is what is made of it: the reducer moves the turn from state to state by the first table (\`core/session/reducer/turnTransitions.ts\`), and the driver decides what is done by the others (\`core/session/driver/turnDecisions.ts\`). Of the rows that fit, the first counts. To change how a turn goes, change a row; \`npm run documents\` prints this page.

## States

${table(['state', ''], glossary(turnStates))}

## What moves the turn

${table(['event', ''], glossary(turnEvents))}

${table(
	['event', 'state', 'when', 'next state', 'effects'],
	transitions.map(({ on, in: names, when, to, does }) => [
		code(on),
		states(names),
		when === undefined ? '' : turnGuardWords[when],
		code(to),
		codes(does),
	]),
)}

\`working\` is \`requires_action\` while a permission or a question waits for the user or the agent says that it waits, else \`running\`. \`same\` leaves the turn as it is.

${table(['effect', ''], glossary(turnEffects))}

These do not come about, and nothing follows from them:

${table(
	['event', 'state', 'because'],
	impossible.map(({ on, in: names, why }) => [code(on), states(names), why]),
)}

## What is done

${(Object.keys(occasions) as Occasion[]).map(decisionTable).join('\n')}
## What the words mean

${table(
	['', ''],
	glossary(effects).toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
)}
`;
}
