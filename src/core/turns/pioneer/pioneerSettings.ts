/** What can be chosen for a thread of a Pioneer gateway: whether it works with tools, and the model. */
import { type JsonObject, objectsIn, stringAt } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import { sentence } from '../../base/sentence.ts';
import type { ConfigChoice, ConfigOption, OfferedOptions } from '../../session/model/config.ts';
import type { GatewayCalls } from '../turnDialect.ts';

/** What is chosen for a thread. `model` is a provider and a model with a blank between, or empty for the gateway's own. */
export interface Choice {
	mode: string;
	model: string;
}

/** As the user sees them. @param listed models that the gateway lists */
export function offeredOptions({ mode, model }: Choice, listed: readonly ConfigChoice[]): OfferedOptions {
	const modes: readonly ConfigChoice[] = [
		{ value: 'Agent', name: t('Agent'), description: t('Works with tools.') },
		{ value: 'Chat', name: t('Chat'), description: t('Answers without tools.') },
	];
	const own = { value: '', name: t('As configured') };
	const isListed = model === '' || listed.some(({ value }) => value === model);
	const models = [own, ...(isListed ? [] : [{ value: model, name: model }]), ...listed];
	return {
		configOptions: [
			select('mode', sentence('Mode'), mode, modes),
			...(models.length === 1 ? [] : [select('model', sentence('Model'), model, models)]),
		],
	};
}
function select(
	id: 'mode' | 'model',
	name: ConfigOption['name'],
	current: string,
	choices: readonly ConfigChoice[],
): ConfigOption {
	return { type: 'select', id, name, category: id, via: 'option', current, groups: [{ choices }] };
}

/**
 * None where they cannot be had.
 * @param place whose models they are, as the generation of the gateway wants it said
 */
export async function modelsOf(calls: GatewayCalls, place: object): Promise<readonly ConfigChoice[]> {
	try {
		const { providers } = await calls.send('provider/list', place);
		const names = objectsIn(providers).flatMap((provider) => stringAt(provider, 'name') ?? []);
		const lists = await Promise.all(
			names.slice(0, limits.namedItems).map(async (provider) => {
				const answer = await calls.send('provider/models/list', { provider, ...place });
				return objectsIn(answer['models']).flatMap((model) => toChoice(provider, model));
			}),
		);
		return lists.flat().slice(0, limits.offeredItems);
	} catch {
		return [];
	}
}

function toChoice(provider: string, model: JsonObject): readonly ConfigChoice[] {
	const id = stringAt(model, 'id');
	if (id === undefined) return [];
	const description = stringAt(model, 'description');
	return [
		{
			value: `${provider} ${id}`,
			name: stringAt(model, 'name') ?? id,
			description: description ?? provider,
		},
	];
}

/** The model of a thread, as it is chosen. */
export function modelOf(thread: JsonObject): string {
	const provider = stringAt(thread, 'model_provider');
	const model = stringAt(thread, 'model');
	return provider === undefined || model === undefined || model === '' ? '' : `${provider} ${model}`;
}
