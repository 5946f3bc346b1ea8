import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import { ruleText } from '../../../../src/core/rules/ruleText.ts';
import { rule } from './samples.ts';

const words = { label: (path: string) => path.replace('/ws/', ''), time: (at: number) => `${at}:00` };
const session = { type: 'session', sessionKey: 's' } as const;
const folder = { type: 'folder', path: '/ws/app' } as const;

describe('a rule in one sentence', () => {
	for (const [fields, sentence] of [
		[{}, 'Allow any agent to do anything, everywhere'],
		[
			{
				agentName: 'Claude',
				kind: 'read',
				pattern: { type: 'glob', glob: 'src/**' },
				scope: folder,
				end: { type: 'time', at: 17 },
			},
			'Allow Claude to read files like src/**, in app, until 17:00',
		],
		[
			{ effect: 'deny', pattern: { type: 'commandStart', command: 'git push' } },
			'Do not allow any agent to run commands that begin with “git push”, everywhere',
		],
		[
			{
				effect: 'ask',
				agentName: 'Codex',
				pattern: { type: 'command', command: 'ls' },
				scope: session,
				end: session,
			},
			'Always ask before Codex may run exactly “ls”, in this session',
		],
		[
			{ kind: 'edit', pattern: { type: 'file', path: '/ws/a.ts' }, scope: folder, end: session },
			'Allow any agent to edit a.ts, in app, until this session ends',
		],
		[
			{ pattern: { type: 'folder', path: '/ws/a' } },
			'Allow any agent to do anything to files below a, everywhere',
		],
	] as const satisfies readonly (readonly [Partial<Rule>, string])[]) {
		it(sentence, () => assert.equal(ruleText(rule(fields), words), sentence));
	}

	it('shows what is hidden in it [hazard C7]', () => {
		const hostile = rule({
			agentName: 'A\u202Eb',
			pattern: { type: 'command', command: `ls${' '.repeat(500)}\nrm` },
		});
		const text = ruleText(hostile, words);
		assert.match(text, /U\+202E/u);
		assert.match(text, /500 blanks/u);
		assert.doesNotMatch(text, /[\n\u202E]/u);
	});
});
