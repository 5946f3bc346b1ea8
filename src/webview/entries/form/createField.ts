import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { isAnswerable } from '../../../core/view/elicitationCheck.ts';
import { createBoolean } from './booleanControl.ts';
import { createChoice } from './choiceControl.ts';
import { createChoices } from './choicesControl.ts';
import type { FieldControl } from './fieldControl.ts';
import { createNumber } from './numberControl.ts';
import { createText } from './textControl.ts';
import { createUnanswerable } from './unanswerable.ts';

/** The control of a field, with what the agent filled in (acp C104). */
export function createField(field: ElicitationField): FieldControl {
	if (!isAnswerable(field)) return createUnanswerable(field);
	switch (field.type) {
		case 'text':
			return createText(field);
		case 'number':
			return createNumber(field);
		case 'boolean':
			return createBoolean(field);
		case 'choice':
			return createChoice(field);
		case 'choices':
			return createChoices(field);
		case 'unknown':
			return createUnanswerable(field);
	}
}
