/** One conversation in each shape of the protocol, with a program: the user sees the same. */
import type { Echo, Shape } from '../../agents/promptTurns.ts';
import { describeScenarios } from './scenarioSuite.ts';
import { sized } from '../../tools/sized.ts';

const variants: readonly (readonly [Shape, Echo])[] = [
	['v1', 'none'],
	['A', 'before'],
	['B', 'before'],
	['C', 'before'],
];
/** Agents repeat the prompt before they name it, after it, or not at all. */
const others: typeof variants = [
	['A', 'none'],
	['C', 'after'],
	['C', 'none'],
];

for (const [shape, echo] of [...variants, ...sized(others, [])]) describeScenarios(shape, echo, 'stdio');
