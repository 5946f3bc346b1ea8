/** A session whose agent gives it no name is called by its first prompt (most agents name none). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titleOfPrompt } from '../../../../../src/core/session/reducer/promptTitle.ts';
import type { Content } from '../../../../../src/core/session/model/content.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import {
	agentInSession,
	conversationName,
	projectSession,
	sessionTitle,
} from '../../../../../src/core/view/projectSession.ts';
import { conversationMarkdown } from '../../../../../src/core/view/conversation/conversationMarkdown.ts';
import { play, prompt, text } from '../driver/play.ts';

const titleOf = (written: string, ...more: Content[]): string => titleOfPrompt([text(written), ...more]);
const info = (title: string | null): SessionEvent => ({ type: 'session_info', title });
const renamed = (title: string): SessionEvent => ({ type: 'renamed', title });

describe('the name of a session', () => {
	it('is its first prompt until the agent names it, and the user overrules both', () => {
		const names = (...events: SessionEvent[]): string => sessionTitle(play(...events).state);
		assert.equal(names(), '');
		assert.equal(names(prompt('Fix the tests')), 'Fix the tests');
		assert.equal(names(prompt('Fix the tests'), prompt('And the docs')), 'Fix the tests');
		assert.equal(names(prompt('Fix the tests'), info('Test repair')), 'Test repair');
		assert.equal(names(prompt('Fix the tests'), info('  ')), 'Fix the tests');
		assert.equal(names(prompt('Fix the tests'), info('Test repair'), info(null)), 'Fix the tests');
		assert.equal(names(renamed('Mine'), prompt('Fix the tests'), info('Test repair')), 'Mine');
		assert.equal(names(prompt('Fix the tests'), renamed('Mine'), renamed('')), 'Fix the tests');
	});

	it('is the first prompt that has words in it', () => {
		const { state } = play(prompt('@src/app.ts'), prompt('Explain this'));
		assert.equal(sessionTitle(state), 'Explain this');
	});

	it('comes back with a history that the agent replays', () => {
		const { state } = play(
			{ type: 'replay_started' },
			{ type: 'message_chunk', role: 'user', content: text('What is ') },
			{ type: 'message_chunk', role: 'user', content: text('this?\nTell me all.') },
			{ type: 'message_chunk', role: 'agent', content: text('A test.') },
			{ type: 'replay_ended' },
		);
		assert.equal(sessionTitle(state), 'What is this?');
	});

	it('is told to whoever shows the session', () => {
		const { state } = play(prompt('Fix the tests'));
		assert.equal(projectSession(state).title, 'Fix the tests');
		assert.equal(conversationName(state), 'Fix the tests');
		assert.match(
			conversationMarkdown(state, (path) => path),
			/^# Fix the tests\n/u,
		);
		assert.match(agentInSession(state), / in “Fix the tests”$/u);
	});
});

describe('a prompt as a name', () => {
	it('is its first line with words, without mentions and absolute paths', () => {
		for (const [written, title] of [
			['Fix the tests', 'Fix the tests'],
			['\n\n```\nconst a = 1;\n```', 'const a = 1;'],
			['  What\tis\n this?', 'What is'],
			['Explain @src/app.ts to me', 'Explain to me'],
			['Explain [@app.ts](file:///ws/src/app.ts) to me', 'Explain to me'],
			['Explain /home/user/project/src/app.ts to me', 'Explain app.ts to me'],
			['Explain `C:\\Users\\me\\app.ts` to me', 'Explain `app.ts` to me'],
			['Look at file:///home/me/a.txt, please', 'Look at a.txt, please'],
			['Look into ~/notes/today/', 'Look into today'],
			['/review the last commit', '/review the last commit'],
			['see https://example.com/a/b', 'see https://example.com/a/b'],
			['mail a@b.example about 1/2/3', 'mail a@b.example about 1/2/3'],
			['@src/app.ts', ''],
			['???', ''],
			['Übersetze das 你好', 'Übersetze das 你好'],
		] as const)
			assert.equal(titleOf(written), title, written);
	});

	it('leaves out mentions with blanks in their names, and words of ours', () => {
		const link: Content = { type: 'resource_link', uri: 'file:///ws/my%20notes/to%20do.md', name: 'x' };
		assert.equal(titleOf('Do @my notes/to do.md today', link), 'Do today');
		const changes: Content = {
			type: 'text',
			text: 'A diff of everything',
			attached: { type: 'changes', id: 'c', name: 'Git changes' },
		};
		assert.equal(titleOf('Review @Git changes and @Problems', changes), 'Review and');
		assert.equal(titleOfPrompt([changes]), '');
	});

	it('is cut at a word', () => {
		const title = titleOf('word '.repeat(40));
		assert.equal(title, `${'word '.repeat(11)}word…`);
		assert.equal(titleOf('x'.repeat(200)), `${'x'.repeat(60)}…`);
		assert.equal(titleOf('𠮷'.repeat(60)), '𠮷'.repeat(60));
		assert.equal(titleOf('𠮷'.repeat(61)), `${'𠮷'.repeat(60)}…`);
	});

	// The time goes by how much of the text is looked at, so that is what counts here.
	it('takes no time, whatever stands in the prompt: only its beginning is looked at [hazard E5]', () => {
		assert.equal(titleOf(`${' '.repeat(3_000)}Late words`), 'Late words');
		for (const piece of ['/a', '@', '\\', '[@', ' ', '~/', '/']) {
			const beginning = piece.repeat(4_000);
			for (const rest of [' What follows', '/what/follows', '](what follows)', '\nWhat follows'])
				assert.equal(titleOf(beginning + rest), titleOf(beginning), piece + rest);
		}
	});
});
