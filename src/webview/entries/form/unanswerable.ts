import { t } from '../../../core/base/l10n.ts';
import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { element } from '../../page/dom.ts';
import { foreignText } from '../../page/foreignText.ts';
import { placed } from '../../page/placed.ts';
import type { FieldControl } from './fieldControl.ts';
import { aboutOf, labelParts } from './fieldFrame.ts';

/** What has no control: shown, so that the user knows what was asked, but never as a control we know (acp C109). */
export function createUnanswerable(field: ElicitationField): FieldControl {
	const kind = field.type === 'unknown' ? field.kind : field.type;
	const about = aboutOf(field);
	const note = element(
		'p',
		'field-note',
		...placed(t('This cannot be answered here ({0}).'), foreignText(kind)),
	);
	const label = element('div', 'field-label', ...labelParts(field));
	return {
		field,
		element: element('div', 'field', label, ...(about === undefined ? [] : [about]), note),
		read: () => undefined,
		unreadable: () => undefined,
		showProblem: () => undefined,
		focus: () => undefined,
	};
}
