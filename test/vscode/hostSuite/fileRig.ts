/** The file system that agents get, on a folder of its own. */
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { OwnEdits } from '../../../src/host/files/userEdits.ts';
import { WorkspaceFiles } from '../../../src/host/files/workspaceFiles.ts';
import { ServiceError } from '../../../src/core/base/errors.ts';
import { withScratch } from './scratch.ts';

export interface FileRig {
	readonly folder: string;
	readonly files: WorkspaceFiles;
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
		const files = new WorkspaceFiles(access, new OwnEdits());
		try {
			await run({ folder, files, asked });
		} finally {
			files.dispose();
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
