/** What the user can choose, kept as the agent last said it (acp C78, C82). */
import {
	type ConfigOption,
	optionOf,
	type PendingChoice,
	shownOptions,
	withChoice,
	withValue,
	type OfferedOptions,
} from '../model/config.ts';
import type { SessionDraft, Step } from './draft.ts';
import type { HostEvent } from '../model/events.ts';

/** Replaces what is named; the rest stays. The last word on the wire counts (acp C82). */
export function mergeOptions(step: Step, { configOptions, modes, models }: OfferedOptions): void {
	const { draft } = step;
	if (configOptions !== undefined) draft.configOptions = configOptions;
	if (modes !== undefined) draft.modes = modes;
	if (models !== undefined) draft.models = models;
	draft.options = shownOptions(draft);
	step.changes.push({ type: 'session' });
}

/** A session that is opened offers what its answer says, and nothing from before. */
export function replaceOptions(step: Step, { configOptions, modes, models }: OfferedOptions): void {
	const { draft } = step;
	draft.configOptions = configOptions;
	draft.modes = modes;
	draft.models = models;
	draft.options = shownOptions(draft);
	step.changes.push({ type: 'session' });
}

/** A choice leaves for the agent. What counts stays until the agent agrees. */
export function requestOption(step: Step, { optionId, value }: PendingChoice): void {
	step.draft.pendingChoices = [...step.draft.pendingChoices, { optionId, value }];
	step.changes.push({ type: 'session' });
}

/** The agent agreed. One that does not say what it offers now has taken the choice all the same (acp C47). */
export function takeOption(step: Step, event: Extract<HostEvent, { type: 'option_taken' }>): void {
	const { draft } = step;
	const { optionId, value, options } = event;
	settlePending(draft, event);
	const option = draft.options.find(({ id }) => id === optionId);
	const isSaid = Object.keys(options).length > 0;
	mergeOptions(step, isSaid || option === undefined ? options : withChoice(draft, option, value));
}

/** The agent did not take the choice: it is no longer pending, and the options stay as the agent last told them (acp C84). */
export function refuseOption(step: Step, choice: PendingChoice): void {
	settlePending(step.draft, choice);
	step.changes.push({ type: 'session' });
}

function settlePending(draft: SessionDraft, { optionId, value }: PendingChoice): void {
	const at = draft.pendingChoices.findIndex(
		(choice) => choice.optionId === optionId && choice.value === value,
	);
	if (at !== -1) draft.pendingChoices = draft.pendingChoices.toSpliced(at, 1);
}

/** Where the mode, or the model, is an option like any other, it is that one which has another value. */
function withOwnValue(
	options: readonly ConfigOption[] | undefined,
	via: 'mode' | 'model',
	value: string,
): readonly ConfigOption[] | undefined {
	const own = optionOf(options ?? [], via);
	return options?.map((option) => (option === own ? withValue(option, value) : option));
}

/** The agent switched by itself. A value that is not offered is still what is: it shows by its id. */
export function setOptionValue(step: Step, via: 'mode' | 'model', value: string): void {
	const { draft } = step;
	const key = via === 'mode' ? 'modes' : 'models';
	const option = draft[key];
	if (option === undefined) draft.configOptions = withOwnValue(draft.configOptions, via, value);
	else draft[key] = withValue(option, value);
	draft.options = shownOptions(draft);
	step.changes.push({ type: 'session' });
}
