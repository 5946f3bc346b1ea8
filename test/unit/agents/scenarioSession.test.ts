/** One conversation in each shape of the protocol, with a program: the user sees the same. */
import type { Echo, Shape } from '../../agents/promptTurns.ts';
import { describeScenarios } from './scenarioSuite.ts';

/** C comes in three: agents repeat the prompt before they name it, after it, or not at all. */
const variants: readonly (readonly [Shape, Echo])[] = [
	['v1', 'none'],
	['A', 'none'],
	['A', 'before'],
	['B', 'before'],
	['C', 'before'],
	['C', 'after'],
	['C', 'none'],
];

for (const [shape, echo] of variants) describeScenarios(shape, echo, 'stdio');
