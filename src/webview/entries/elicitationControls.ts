/**
 * How a question is answered: by a form, or at an address. A script of its own, loaded with the first question,
 * because most conversations have none.
 */
import type { ViewElicitation } from '../../core/view/viewEntry.ts';
import type { ElicitationControls, ElicitationControlsContext } from './elicitationButtons.ts';
import { ElicitationForm } from './elicitationForm.ts';
import { ElicitationUrl } from './elicitationUrl.ts';

export { dropForm } from './elicitationForm.ts';

/** @param key of the question among all sessions: what was typed is kept under it */
export function createElicitationControls(
	{ mode, target }: ViewElicitation,
	key: string,
	context: ElicitationControlsContext,
): ElicitationControls {
	return mode.type === 'form'
		? new ElicitationForm(mode, key, context)
		: new ElicitationUrl(mode.url, target, context);
}
