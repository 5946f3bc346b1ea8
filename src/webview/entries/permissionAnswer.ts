/** What became of a permission, in one line. */
import { t } from '../../core/base/l10n.ts';
import type { PermissionOption, PermissionState } from '../../core/session/model/permission.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';

interface PermissionAnswer {
	/** Of the icon. */
	readonly name: string;
	readonly text: readonly unknown[];
	readonly isByRule: boolean;
}

const cancelledBy = {
	user: () => t('Cancelled: you stopped the turn.'),
	agent: () => t('Cancelled: the agent withdrew the request.'),
	exit: () => t('Cancelled: the agent is gone.'),
};

const kinds: Readonly<
	Record<PermissionOption['kind'], { readonly said: () => string; readonly isPlain: RegExp }>
> = {
	allow_once: { said: () => t('Allowed once'), isPlain: /^(allow|approve|accept|yes|ok)( once)?$/iu },
	allow_always: { said: () => t('Allowed always'), isPlain: /^(always allow|allow always)$/iu },
	reject_once: { said: () => t('Rejected'), isPlain: /^(reject|deny|decline|no)( once)?$/iu },
	reject_always: { said: () => t('Rejected always'), isPlain: /^(always reject|reject always)$/iu },
	other: { said: () => t('Answered'), isPlain: /^$/u },
};

/** In the words of the agent as well, where its answer says more than its kind. */
export function answerOf(state: PermissionState): PermissionAnswer {
	if (state.type === 'pending') return { name: 'shield', text: [], isByRule: false };
	if (state.type === 'cancelled')
		return { name: 'circle-slash', text: [cancelledBy[state.by]()], isByRule: false };
	const { option, rule, by } = state;
	const isAllowed = option.kind.startsWith('allow');
	const name = isAllowed ? 'check' : option.kind === 'other' ? 'comment' : 'circle-slash';
	if (rule !== undefined) {
		const said = isAllowed ? t('Allowed by rule: {0}') : t('Denied by rule: {0}');
		return { name, text: formatNodes<unknown>(said, untrustedTemplate(rule.text)), isByRule: true };
	}
	return { name, text: [...saidOf(option), ' · ', placeOf(by)], isByRule: false };
}

function saidOf({ kind, name }: PermissionOption): readonly unknown[] {
	const { said, isPlain } = kinds[kind];
	return isPlain.test(name)
		? [said()]
		: formatNodes<unknown>(t('{0}: “{1}”'), said(), untrustedTemplate(name));
}

/** Conversations of earlier versions do not say where. */
function placeOf(by: 'picker' | 'card' | undefined): string {
	if (by === undefined) return t('by you');
	return by === 'picker' ? t('by you in the picker') : t('by you on the card');
}
