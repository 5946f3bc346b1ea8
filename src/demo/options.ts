/** What the environment may change about the demo agent. */
export interface DemoOptions {
	/** Milliseconds between two streamed chunks. 0 for tests. */
	readonly pace: number;
	/** Folder that keeps transcripts across restarts. Without one they live as long as the process. */
	readonly stateFolder: string | undefined;
}

const defaultPace = 20;

export function readOptions(env: NodeJS.ProcessEnv): DemoOptions {
	const pace = Number.parseInt(env['ACP_HOST_DEMO_PACE'] ?? '', 10);
	return {
		pace: Number.isFinite(pace) && pace >= 0 ? pace : defaultPace,
		stateFolder: env['ACP_HOST_DEMO_STATE'] || undefined,
	};
}
