/** Permissions of later gateways: asked by a notification, answered by a request. The first ones ask nothing. */
import { type JsonObject, objectAt, objectsIn, stringAt, stringsIn } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import type { PermissionOption } from '../../session/model/permission.ts';
import type { GatewayCalls, TurnNotification } from '../turnDialect.ts';

/**
 * Each resolution that a user can choose. There is no answer for more than a turn. No rule of the user allows what is asked
 * here: which files and commands it is about is said in words only.
 */
function options(): readonly PermissionOption[] {
	return [
		{ optionId: 'allow_once', name: t('Allow'), kind: 'other' },
		{ optionId: 'allow_for_turn', name: t('Allow for this turn'), kind: 'other' },
		{ optionId: 'deny', name: t('Reject'), kind: 'reject_once' },
	];
}

/** `turn/permission/request/opened`. Undefined for one that cannot be read. */
export function readPermission(params: JsonObject, calls: GatewayCalls): TurnNotification | undefined {
	const request = objectAt(params, 'request') ?? {};
	const questionId = stringAt(request, 'request_id');
	const threadId = stringAt(request, 'thread_id');
	if (questionId === undefined || threadId === undefined) return undefined;
	const tool = stringAt(request, 'tool_name') ?? '';
	const title = stringAt(request, 'summary') ?? `${tool}: ${stringAt(request, 'action') ?? ''}`;
	const details = objectsIn(request['details']).map(
		(detail) => `${stringAt(detail, 'label') ?? ''}: ${stringAt(detail, 'value') ?? ''}`,
	);
	return {
		type: 'question',
		threadId,
		shownIn: stringsIn(request['visible_thread_ids']),
		questionId,
		async ask(target, signal) {
			const outcome = await target.permissions.ask(
				{
					title,
					...(details.length === 0 ? {} : { description: details.join('\n') }),
					subject: { type: 'other', kind: stringAt(request, 'action') ?? tool },
					fields: { name: tool, title, rawInput: request['details'] },
					options: options(),
				},
				signal,
			);
			// Somebody else has answered.
			if (signal.aborted) return;
			const resolution = outcome.type === 'selected' ? outcome.optionId : 'cancelled';
			await calls.send('turn/permission/request/respond', { request_id: questionId, resolution });
		},
	};
}

/** `turn/permission/request/resolved`. */
export function readResolved(params: JsonObject): TurnNotification | undefined {
	const questionId = stringAt(params, 'request_id');
	return questionId === undefined ? undefined : { type: 'question_settled', questionId };
}
