/** The file system that agents get, on a folder of its own. */
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { WorkspaceFiles } from '../../../src/host/files/workspaceFiles.ts';
import { ServiceError } from '../../../src/core/base/errors.ts';
import { withScratch } from './scratch.ts';

export interface FileRig {
	readonly folder: string;
	readonly files: WorkspaceFiles;
	/** What the agent of another session in the window gets. */
	readonly others: WorkspaceFiles;
	/** Titles of the questions that were asked. */
	readonly asked: string[];
}

/** @param optionId what every question is answered with */
export function withFiles(run: (rig: FileRig) => Promise<void>, optionId = 'reject'): Promise<void> {
	return withScratch(async (folder) => {
		const asked: string[] = [];
		const access = new FileAccess(folder, (request) => {
			asked.push(request.title ?? '');
			return Promise.resolve({ type: 'selected', optionId });
		});
		const ownEdits = new OwnEdits();
		const files = new WorkspaceFiles(access, ownEdits);
		const others = new WorkspaceFiles(access, ownEdits);
		try {
			await run({ folder, files, others, asked });
		} finally {
			files.dispose();
			others.dispose();
		}
	});
}

/** Why it was refused. */
export async function refusal(work: Promise<unknown>): Promise<ServiceError['reason']> {
	try {
		await work;
	} catch (error) {
		if (error instanceof ServiceError) return error.reason;
		throw error;
	}
	throw new Error('It was not refused.');
}
