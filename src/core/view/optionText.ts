/** Options as people see them, in the chat view and in the lists of VS Code. */
import { t } from '../base/l10n.ts';
import type { ConfigChoice, ConfigOption, SelectOption } from '../session/model/config.ts';

/** All choices of an option, groups left out. */
export function choicesOf(option: SelectOption): readonly ConfigChoice[] {
	return option.groups.flatMap(({ choices }) => choices);
}

/** The choice that counts now, if it is one of those that are offered. */
export function currentChoice(option: SelectOption): ConfigChoice | undefined {
	return choicesOf(option).find(({ value }) => value === option.current);
}

/** Values that say nothing without what they are a value of. */
const bare =
	/^(?:on|off|yes|no|true|false|enabled|disabled|default|auto(?:matic)?|none|normal|standard|custom|low|medium|high|min(?:imal)?|max(?:imum)?)$/iu;

/** True for a value that needs the name of its option beside it. */
export function isBare(valueName: string): boolean {
	return bare.test(valueName.trim());
}

/** The name of the value that counts now; one that is not offered is shown as it is. */
export function currentName(option: ConfigOption): string {
	if (option.type === 'boolean') return option.current ? t('On') : t('Off');
	return currentChoice(option)?.name ?? option.current;
}
