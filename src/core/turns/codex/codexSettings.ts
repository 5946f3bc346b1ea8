/**
 * What can be chosen for a thread of Codex: how it asks, model and effort. Codex takes a choice with the next turn, and
 * keeps it for those after it.
 */
import { type JsonObject, objectAt, objectsIn, stringAt, pickStrings } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import { sentence } from '../../base/sentence.ts';
import type { ConfigChoice, ConfigOption, OfferedOptions } from '../../session/model/config.ts';

/** A model that Codex lists. */
interface Model {
	readonly id: string;
	readonly name: string;
	readonly description?: string;
	readonly efforts: readonly ConfigChoice[];
	readonly defaultEffort?: string;
}

/** What counts for a thread. `own`: how Codex was configured, when it is none of ours. */
export interface ThreadSettings {
	readonly mode: string;
	readonly model: string;
	readonly effort?: string;
}

/** Settings of a turn as they go out. */
interface Mode {
	readonly id: string;
	readonly name: () => string;
	readonly description: () => string;
	readonly approvalPolicy: string;
	readonly sandboxPolicy: { readonly type: string };
	readonly isPlan?: true;
}

const ownMode = 'own';

const modes: readonly Mode[] = [
	{
		id: 'plan',
		name: () => t('Plan'),
		description: () => t('Reads, asks and proposes a plan; changes nothing.'),
		approvalPolicy: 'on-request',
		sandboxPolicy: { type: 'readOnly' },
		isPlan: true,
	},
	{
		id: 'read-only',
		name: () => t('Read only'),
		description: () => t('Reads files; asks before it changes anything or uses the network.'),
		approvalPolicy: 'on-request',
		sandboxPolicy: { type: 'readOnly' },
	},
	{
		id: 'auto',
		name: () => t('Workspace'),
		description: () =>
			t('Changes files of the workspace and runs commands in its sandbox; asks before anything else.'),
		approvalPolicy: 'on-request',
		sandboxPolicy: { type: 'workspaceWrite' },
	},
	{
		id: 'full-access',
		name: () => t('Full access'),
		description: () => t('Changes any file, runs any command and uses the network without asking.'),
		approvalPolicy: 'never',
		sandboxPolicy: { type: 'dangerFullAccess' },
	},
];

/** Reads the models of `model/list`; hidden ones are left out. */
export function readModels(answer: JsonObject): readonly Model[] {
	return objectsIn(answer['data']).flatMap((raw): Model[] => {
		const id = stringAt(raw, 'model') ?? stringAt(raw, 'id');
		if (id === undefined || raw['hidden'] === true) return [];
		const defaultEffort = stringAt(raw, 'defaultReasoningEffort');
		return [
			{
				id,
				name: stringAt(raw, 'displayName') ?? id,
				...pickStrings(raw, 'description'),
				efforts: objectsIn(raw['supportedReasoningEfforts']).flatMap(effortOf),
				...(defaultEffort === undefined ? {} : { defaultEffort }),
			},
		];
	});
}

function effortOf(raw: JsonObject): readonly ConfigChoice[] {
	const value = stringAt(raw, 'reasoningEffort');
	if (value === undefined) return [];
	return [{ value, name: value, ...pickStrings(raw, 'description') }];
}

/** What counts for a thread, from the answer that opened it or from a notification about its settings. */
export function readSettings(raw: JsonObject): ThreadSettings {
	const sandbox = stringAt(objectAt(raw, 'sandbox') ?? objectAt(raw, 'sandboxPolicy') ?? {}, 'type');
	const isPlan = stringAt(objectAt(raw, 'collaborationMode'), 'mode') === 'plan';
	const mode = modes.find(
		(known) =>
			(known.isPlan === true) === isPlan &&
			known.approvalPolicy === raw['approvalPolicy'] &&
			known.sandboxPolicy.type === sandbox,
	);
	const effort = stringAt(raw, 'reasoningEffort') ?? stringAt(raw, 'effort');
	return {
		mode: mode?.id ?? ownMode,
		model: stringAt(raw, 'model') ?? '',
		...(effort === undefined ? {} : { effort }),
	};
}

/** As the user sees them. */
export function offeredOptions(settings: ThreadSettings, models: readonly Model[]): OfferedOptions {
	const { mode, model, effort } = settings;
	const known = models.find(({ id }) => id === model);
	const own = {
		value: ownMode,
		name: t('As configured'),
		description: t('What the configuration of Codex says.'),
	};
	const modeChoices = modes.map(({ id, name, description }) => ({
		value: id,
		name: name(),
		description: description(),
	}));
	const modelChoices = models.map(({ id, name, description }) => ({
		value: id,
		name,
		...(description === undefined ? {} : { description }),
	}));
	const unlisted = known === undefined && model !== '' ? [{ value: model, name: model }] : [];
	const options: ConfigOption[] = [
		select('mode', sentence('Mode'), 'mode', mode, mode === ownMode ? [own, ...modeChoices] : modeChoices),
		select('model', sentence('Model'), 'model', model, [...unlisted, ...modelChoices]),
	];
	const efforts = known?.efforts ?? [];
	const current = effort ?? known?.defaultEffort;
	if (efforts.length > 0 && current !== undefined)
		options.push(select('effort', sentence('Effort'), 'thought_level', current, efforts));
	return { configOptions: options };
}

function select(
	id: string,
	name: ConfigOption['name'],
	category: string,
	current: string,
	choices: readonly ConfigChoice[],
): ConfigOption {
	return { type: 'select', id, name, category, via: 'option', current, groups: [{ choices }] };
}

/** With another value. One that is not an option of ours changes nothing. */
export function withChoice(settings: ThreadSettings, optionId: string, value: string): ThreadSettings {
	switch (optionId) {
		case 'mode':
			return { ...settings, mode: value };
		// Another model has efforts of its own.
		case 'model':
			return { mode: settings.mode, model: value };
		case 'effort':
			return { ...settings, effort: value };
		default:
			return settings;
	}
}

/** What goes out with the next turn, of the options that the user has chosen since the last one. */
export function settingsOfTurn(
	{ mode, model, effort }: ThreadSettings,
	chosen: { has(optionId: string): boolean },
): Readonly<Record<string, unknown>> {
	const known = chosen.has('mode') ? modes.find(({ id }) => id === mode) : undefined;
	return {
		...(chosen.has('model') ? { model } : {}),
		...(chosen.has('effort') && effort !== undefined ? { effort } : {}),
		...(known === undefined
			? {}
			: {
					approvalPolicy: known.approvalPolicy,
					sandboxPolicy: known.sandboxPolicy,
					collaborationMode: {
						mode: known.isPlan === true ? 'plan' : 'default',
						settings: { model, reasoning_effort: effort ?? null, developer_instructions: null },
					},
				}),
	};
}
