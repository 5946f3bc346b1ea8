/** Moves the turn by the table of `turnTransitions.ts`: looks up the row, does what it says, and enters the next state. */
import type { TurnState } from '../model/turnState.ts';
import type { SessionDraft, Step } from './draft.ts';
import {
	type Transition,
	transitionFor,
	type TurnEffect,
	type TurnEvent,
	type TurnFacts,
	workingTurn,
} from './turnTransitions.ts';

/** What of the effects its caller carries out. The count of turns is kept here. */
export type TurnEffects = Partial<Readonly<Record<TurnEffect, (step: Step) => void>>>;

/**
 * @param at epoch milliseconds: when a turn that begins has begun
 * @returns the row that was carried out; undefined for a pair that is impossible, which changes nothing
 */
export function moveTurn(
	step: Step,
	event: TurnEvent,
	at: number,
	facts: TurnFacts = {},
	effects: TurnEffects = {},
): Transition | undefined {
	const { draft } = step;
	const row = transitionFor(draft, event, facts);
	if (row === undefined) return undefined;
	const isNew = draft.turn.type === 'idle' || row.does.includes('count_turn');
	const startedAt = draft.turn.type === 'idle' || isNew ? at : draft.turn.startedAt;
	for (const effect of row.does) {
		if (effect === 'count_turn') draft.turnCount++;
		else carryOut(effects, effect)(step);
	}
	draft.turn = nextTurn(draft, row, startedAt, at);
	return row;
}

function carryOut(effects: TurnEffects, effect: TurnEffect): (step: Step) => void {
	const run = effects[effect];
	if (run === undefined) throw new Error(`Nothing here carries out ${effect}`);
	return run;
}

function nextTurn(draft: SessionDraft, { to }: Transition, startedAt: number, at: number): TurnState {
	switch (to) {
		case 'same':
			return draft.turn;
		case 'idle':
			return { type: 'idle' };
		case 'running':
		case 'requires_action':
			return { type: to, startedAt };
		case 'working':
			return workingTurn(draft, startedAt);
		case 'stopping':
			return { type: 'stopping', startedAt, stopAt: at };
	}
}
