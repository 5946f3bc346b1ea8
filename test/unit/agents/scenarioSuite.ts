/** The conversations of the scenarios as a suite of this process. */
import { after, afterEach, describe, it } from 'node:test';
import type { Echo, Shape } from '../../agents/promptTurns.ts';
import type { CarrierName } from './carriers.ts';
import { ScenarioSession } from './scenarioSession.ts';
import { defineScenarios } from './scenarios.ts';
import { SharedAgent } from './sharedAgent.ts';

/** @param carrier what its messages come by */
export function describeScenarios(shape: Shape, echo: Echo, carrier: CarrierName): void {
	const agent = new SharedAgent({ shape, echo }, carrier);
	const started = new Set<ScenarioSession>();
	const open = (before?: ScenarioSession): ScenarioSession => {
		const one = new ScenarioSession(agent, before);
		started.add(one);
		return one;
	};
	describe(`a session in shape ${shape}, prompts repeated: ${echo}, by ${carrier}`, () => {
		afterEach(() => {
			for (const { session } of started) session.dispose();
			started.clear();
			agent.rest();
		});
		after(() => agent.stop());
		defineScenarios({ shape, open, it: (name, play) => void it(name, play) });
	});
}
