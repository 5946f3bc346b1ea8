/** The same conversations with an agent at an address, behind a plain WebSocket and behind the SDK's own servers. */
import { carriers } from './carriers.ts';
import { describeScenarios } from './scenarioSuite.ts';

for (const carrier of carriers) {
	if (carrier === 'stdio') continue;
	describeScenarios('v1', 'none', carrier);
	for (const shape of ['A', 'B', 'C'] as const) describeScenarios(shape, 'before', carrier);
}
