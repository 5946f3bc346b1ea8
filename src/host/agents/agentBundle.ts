/**
 * What the extension loads with the first agent (`lazyBundle.ts`). `runningAgent.ts` itself imports no `vscode` while it
 * runs, so that tests start agents without an editor.
 */
export { setTranslations } from '../../core/base/l10n.ts';
export { redactorOf, secretsOfDefinition, secretsOfServers } from '../settings/agentSecrets.ts';
export { chooseProvider } from './providerPicker.ts';
export { openAsDevice } from './openAsDevice.ts';
export { RunningAgent } from './runningAgent.ts';
export { terminalCommand } from './terminalCommand.ts';
export { answerWindowTools } from './windowTools.ts';
