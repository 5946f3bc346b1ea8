import type { AgentProvider } from '../../session/model/agentPort.ts';
import { isJsonObject, type JsonObject, objectAt, stringAt, stringsIn } from '../json.ts';

/** The model providers of an agent (unstable). Protocols we do not know are names like any other. */
export function decodeProviders(answer: JsonObject): AgentProvider[] {
	const { providers } = answer;
	return Array.isArray(providers) ? providers.flatMap((item: unknown) => toProvider(item)) : [];
}

function toProvider(item: unknown): AgentProvider[] {
	const providerId = isJsonObject(item) ? stringAt(item, 'providerId') : undefined;
	if (!isJsonObject(item) || providerId === undefined) return [];
	const current = currentOf(objectAt(item, 'current'));
	return [
		{
			providerId,
			supported: stringsIn(item['supported']),
			isRequired: item['required'] !== false,
			...(current === undefined ? {} : { current }),
		},
	];
}

function currentOf(raw: JsonObject | undefined): AgentProvider['current'] {
	const apiType = raw === undefined ? undefined : stringAt(raw, 'apiType');
	const baseUrl = raw === undefined ? undefined : stringAt(raw, 'baseUrl');
	return apiType === undefined || baseUrl === undefined ? undefined : { apiType, baseUrl };
}
