/** The host's check of what the view sends. The view shows foreign text, so it is not trusted (hazard E4). */
import type { FromView, ViewAttachment } from './messages.ts';
import type { NoticeAction } from '../session/model.ts';

const maxText = 4 * 1024 * 1024;
const maxName = 8 * 1024;
const maxAttachments = 100;

const noticeActions: ReadonlySet<string> = new Set<NoticeAction>([
	'show_log',
	'restart',
	'open_settings',
	'new_session',
	'retry',
	'approve',
	'force_stop',
]);

type Fields = Readonly<Record<string, unknown>>;

/** The message if it is one of ours with every field of the right shape and of bounded size; else undefined. */
export function parseFromView(raw: unknown): FromView | undefined {
	if (!isFields(raw)) return undefined;
	switch (raw['type']) {
		case 'ready':
			return isName(raw['clientId']) ? { type: 'ready', clientId: raw['clientId'] } : undefined;
		case 'resync':
		case 'stop':
		case 'attach':
			return { type: raw['type'] };
		case 'submit':
		case 'draftChanged':
			return isText(raw['text']) && isAttachments(raw['attachments'])
				? { type: raw['type'], text: raw['text'], attachments: raw['attachments'] }
				: undefined;
		case 'answer':
			return isName(raw['permissionId']) && isName(raw['optionId'])
				? { type: 'answer', permissionId: raw['permissionId'], optionId: raw['optionId'] }
				: undefined;
		case 'setMode':
			return isName(raw['modeId']) ? { type: 'setMode', modeId: raw['modeId'] } : undefined;
		case 'newSession':
			if (raw['agent'] === undefined) return { type: 'newSession' };
			return isName(raw['agent']) ? { type: 'newSession', agent: raw['agent'] } : undefined;
		case 'openLocation':
			return isName(raw['entryId']) && isIndex(raw['index'])
				? { type: 'openLocation', entryId: raw['entryId'], index: raw['index'] }
				: undefined;
		case 'openDiff':
			return parseOpenDiff(raw);
		case 'openLink':
			return isName(raw['href']) ? { type: 'openLink', href: raw['href'] } : undefined;
		case 'openOutput':
			return isName(raw['terminalId']) ? { type: 'openOutput', terminalId: raw['terminalId'] } : undefined;
		case 'requestRaw':
			return isName(raw['entryId']) ? { type: 'requestRaw', entryId: raw['entryId'] } : undefined;
		case 'copy':
			return isText(raw['text']) ? { type: 'copy', text: raw['text'] } : undefined;
		case 'notice':
			return isName(raw['entryId']) && isNoticeAction(raw['action'])
				? { type: 'notice', entryId: raw['entryId'], action: raw['action'] }
				: undefined;
		default:
			return undefined;
	}
}

function parseOpenDiff(raw: Fields): FromView | undefined {
	if (!isName(raw['entryId'])) return undefined;
	if (raw['index'] === undefined) return { type: 'openDiff', entryId: raw['entryId'] };
	return isIndex(raw['index'])
		? { type: 'openDiff', entryId: raw['entryId'], index: raw['index'] }
		: undefined;
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.length <= maxText;
}

function isName(value: unknown): value is string {
	return typeof value === 'string' && value.length <= maxName;
}

function isIndex(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isNoticeAction(value: unknown): value is NoticeAction {
	return typeof value === 'string' && noticeActions.has(value);
}

function isAttachments(value: unknown): value is ViewAttachment[] {
	return (
		Array.isArray(value) &&
		value.length <= maxAttachments &&
		value.every((item) => isFields(item) && isName(item['uri']) && isName(item['name']))
	);
}
