/** The same conversations with an agent at an address, behind a plain WebSocket and behind the SDK's own servers. */
import type { Shape } from '../../agents/promptTurns.ts';
import { sized } from '../../tools/sized.ts';
import { type CarrierName, carriers } from './carriers.ts';
import { describeScenarios } from './scenarioSuite.ts';

/** In the short run each carrier has a version of the protocol, and both sides of HTTP their two. */
const shapes: Readonly<Record<Exclude<CarrierName, 'stdio'>, readonly Shape[]>> = {
	socket: sized(['v1', 'A', 'B', 'C'], ['v1']),
	'sdk socket': sized(['v1', 'A', 'B', 'C'], ['C']),
	'sdk http': sized(['v1', 'A', 'B', 'C'], ['v1', 'C']),
};

for (const carrier of carriers) {
	if (carrier === 'stdio') continue;
	for (const shape of shapes[carrier]) describeScenarios(shape, shape === 'v1' ? 'none' : 'before', carrier);
}
