/** What sessions of tests offer to their agents: nothing. */
import { ServiceError } from '../../../../../src/core/base/errors.ts';
import type { SessionBackend } from '../../../../../src/core/session/model/sessionTarget.ts';

const missing = (id: string): never => {
	throw new ServiceError('notFound', `${id} does not exist.`, id);
};

const unused = (): never => {
	throw new Error('not used here');
};

/** No files, no terminals: an agent that wants one hears so. */
export const emptyBackend: SessionBackend = {
	files: { readTextFile: async (path) => missing(path), writeTextFile: async () => undefined },
	terminals: {
		create: async () => missing('program'),
		output: missing,
		waitForExit: async (id) => missing(id),
		kill: missing,
		release: missing,
	},
	refuseWaiting: () => undefined,
	killCommands: () => undefined,
	releaseCommands: () => undefined,
	dispose: () => undefined,
};

/** Where no agent may want anything. */
export const unusedBackend: SessionBackend = {
	...emptyBackend,
	files: { readTextFile: unused, writeTextFile: unused },
	terminals: { create: unused, output: unused, waitForExit: unused, kill: unused, release: unused },
};
