import type * as Runtime from './runningAgent.ts';

/**
 * What it takes to run an agent: the process, JSON-RPC, the codec. A bundle of its own, which loads with the first
 * agent instead of with the window.
 */
export function agentRuntime(): Pick<typeof Runtime, 'RunningAgent'> {
	// oxlint-disable-next-line no-require-imports -- the bundles are CommonJS, and this one is looked up beside ours
	return require('./runningAgent.cjs') as typeof Runtime;
}
