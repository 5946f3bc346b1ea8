import { setTimeout as sleep } from 'node:timers/promises';
import * as limits from '../../../src/core/base/limits.ts';

/**
 * Until what appeared takes an answer: at first it takes none, so that the user does not answer by accident
 * (hazard C6).
 */
export function guardOver(): Promise<void> {
	return sleep(limits.permissionGuardMs + 200);
}
