import type { UnstableFeature } from '../../session/model/capabilities.ts';
import type { JsonObject } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { claudeRetriesIn } from '../quirks/claudeRetries.ts';
import { decodeCommands, decodeUsage } from '../shared/sessionFacts.ts';
import {
	type DecodeUpdate,
	planDraftUpdates,
	sharedUpdates,
	subagentUpdates,
	type UpdateContext,
	Updates,
	withQuota,
} from '../updates.ts';
import { decodePlanUpdate } from '../v2/plan.ts';
import { decodeConfigOptions } from './configOptions.ts';
import { decodeAgentTerminal, decodeToolCall } from './toolCall.ts';
import type { V1Decoder } from './types.ts';

interface V1UpdateOptions {
	readonly decoder: V1Decoder;
	readonly log: LogOnce;
	/** Drafts that are switched on: what the others send is ignored. */
	readonly unstable: ReadonlySet<UnstableFeature>;
}

interface V1UpdateContext extends UpdateContext {
	readonly decoder: V1Decoder;
}

/** Updates as agents of version 1 say them. */
export class V1Updates extends Updates<V1UpdateContext> {
	constructor({ decoder, log, unstable }: V1UpdateOptions) {
		const hasPlans = unstable.has('plans');
		super(
			[
				...sharedUpdates,
				['tool_call', (raw, context) => decodeToolCallUpdate(raw, 'tool_call', context)],
				['tool_call_update', (raw, context) => decodeToolCallUpdate(raw, 'tool_call_update', context)],
				['available_commands_update', decodeCommands],
				['config_option_update', decodeOptionsUpdate],
				['usage_update', (raw) => withQuota(raw, decodeUsage(raw, false))],
				['plan_update', (raw, context) => decodeNamedPlan(raw, context, hasPlans)],
				...(hasPlans ? planDraftUpdates : []),
				...(unstable.has('subagents') ? subagentUpdates : []),
			],
			(sessionId) => ({ decoder, log, sessionId }),
		);
	}
}

type V1Decoded = ReturnType<DecodeUpdate>;

/** Items are a plan in any version; a plan that is a text or a file is a draft in both. */
function decodeNamedPlan(raw: JsonObject, { log }: V1UpdateContext, hasPlans: boolean): V1Decoded {
	const plan = decodePlanUpdate(raw);
	if (hasPlans || plan?.type !== 'plan' || plan.document === undefined) return plan;
	log.write('Ignored session/update', 'plan_update');
	return [];
}

function decodeOptionsUpdate(raw: JsonObject, context: V1UpdateContext): V1Decoded {
	const configOptions = decodeConfigOptions(raw['configOptions'], context);
	return configOptions === undefined ? undefined : { type: 'options', options: { configOptions } };
}

function decodeToolCallUpdate(
	raw: JsonObject,
	type: 'tool_call' | 'tool_call_update',
	{ decoder }: V1UpdateContext,
): V1Decoded {
	const decoded = decodeToolCall(decoder, raw);
	if (!decoded.ok) return { type: 'malformed', error: decoded.error };
	const { toolCallId } = decoded.value;
	const more = [...decodeAgentTerminal(raw, toolCallId), ...claudeRetriesIn(raw, toolCallId)];
	return [{ type, ...decoded.value }, ...more];
}
