import { isJsonObject, type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { QuotaWindow } from '../../session/model/quota.ts';

/** By the agent's names: how long a window is, in hours, and what it is for. */
const kinds: Readonly<Record<string, Pick<QuotaWindow, 'hours' | 'label'>>> = {
	five_hour: { hours: 5 },
	seven_day: { hours: 168 },
	seven_day_opus: { hours: 168, label: 'Opus' },
	seven_day_sonnet: { hours: 168, label: 'Sonnet' },
};

/** A share beyond is none: the agent may mean something else by its number. */
const mostShare = 10;
/** The last moment that a date can be, and from where a number can only be milliseconds. */
const lastMs = 8.64e15;
const fromMs = 1e11;

/**
 * claude-agent-acp tells what is left of a subscription in the `_meta` of a `usage_update`
 * (docs/agents-in-the-wild.md#usage; in the code of 0.101.0): the window that counts, and in newer versions all of them.
 * @param update raw
 */
export function claudeQuotaIn(update: JsonObject): readonly AgentEvent[] {
	const info = objectAt(objectAt(update, '_meta'), '_claude/rateLimit');
	if (info === undefined) return [];
	const unified = Object.entries(objectAt(info, 'unifiedWindows') ?? {}).slice(0, limits.quotaWindows);
	const counting = stringAt(info, 'rateLimitType');
	const windows = new Map<string, QuotaWindow>();
	for (const [id, window] of unified) if (isJsonObject(window)) add(windows, windowOf(id, window));
	if (counting !== undefined) {
		const id = idOf(counting);
		add(windows, {
			...windows.get(id),
			...windowOf(counting, info),
			...warningOf(stringAt(info, 'status')),
		});
	}
	return windows.size === 0 ? [] : [{ type: 'quota', windows: [...windows.values()] }];
}

/** Adds a window, unless it has neither a share nor a time nor a warning. */
function add(windows: Map<string, QuotaWindow>, window: QuotaWindow): void {
	const { id, used, resetsAt, warning } = window;
	if (id !== '' && (used ?? resetsAt ?? warning) !== undefined) windows.set(id, window);
}

function windowOf(name: string, raw: JsonObject): QuotaWindow {
	const id = idOf(name);
	const used = numberAt(raw, 'utilization');
	const resetsAt = timeOf(numberAt(raw, 'resetsAt'));
	return {
		id,
		...(Object.hasOwn(kinds, id) ? kinds[id] : { label: id.replaceAll('_', ' ') }),
		...(used !== undefined && used >= 0 && used <= mostShare ? { used } : {}),
		...(resetsAt === undefined ? {} : { resetsAt }),
	};
}

function idOf(name: string): string {
	return name.slice(0, limits.quotaLabelChars);
}

function warningOf(status: string | undefined): Pick<QuotaWindow, 'warning'> {
	if (status === 'rejected') return { warning: 'reached' };
	return status === 'allowed_warning' ? { warning: 'near' } : {};
}

/** Seconds, as the agent tells them; a number that can only be milliseconds is taken as such. */
function timeOf(moment: number | undefined): number | undefined {
	if (moment === undefined) return undefined;
	const at = moment < fromMs ? moment * 1000 : moment;
	return at > 0 && at <= lastMs ? at : undefined;
}
