/** What writes for an agent waits for, and tells, so that each change is seen with its file as it was before. */
export interface ChangeGate {
	/** Resolves once the workspace was looked at as it was at the last prompt, and after a few seconds in any case. */
	begun(): Promise<void>;
	/**
	 * An agent is about to write a file through us, which the user allowed where that was asked.
	 * @param session its key
	 * @param path absolute, without links
	 * @returns when the file as it is has been copied, and after a few seconds in any case
	 */
	beforeWrite(session: string, path: string): Promise<void>;
	/** That file is on the disk. @param text as the agent wrote it */
	written(session: string, path: string, text: string): void;
}
