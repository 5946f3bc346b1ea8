/** What commands do: a bundle of its own (`commands.cjs`), loaded with the first command. */
export { setTranslations } from '../../core/base/l10n.ts';
export { loginCommands } from '../login/loginCommands.ts';
export { providerCommands } from '../agents/providerCommands.ts';
export { readingCommands } from '../chat/readingCommands.ts';
export { sessionCommands } from '../sessionsView/sessionCommands.ts';
export { terminalCommands } from '../terminals/terminalCommands.ts';
export { windowCommands } from './windowCommands.ts';
