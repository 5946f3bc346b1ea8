/** What is needed once there is a rule, or an answer to write down: a bundle of its own (`permissionRules.cjs`). */
export { setTranslations } from '../../core/base/l10n.ts';
export { answerByRules, inspectRequest, isDeniedByRules } from './answerByRules.ts';
export { PermissionLogFile } from './permissionLog.ts';
export { loggedRedactor } from '../settings/agentSecrets.ts';
