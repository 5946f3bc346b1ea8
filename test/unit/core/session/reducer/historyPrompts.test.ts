/** What becomes of a prompt with more than its words when the agent tells its history anew. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { Content } from '../../../../../src/core/session/model/content.ts';
import { isOfUser, type MessageEntry } from '../../../../../src/core/session/model/entry.ts';
import { chunk, text } from '../driver/play.ts';
import { agent, ended, HistoryRig, said, user } from './historyRig.ts';

const undone: Content = {
	type: 'text',
	text: 'The user has undone these changes of yours.\n\nThe file a.ts: your change of it is undone.',
	attached: { type: 'undone', id: 'undone:1', name: 'Undone: 1 change in a.ts' },
};
const file: Content = { type: 'resource_link', uri: 'file:///ws/a.ts', name: 'a.ts' };
const sent: readonly Content[] = [text('/changes'), file, undone];

const userPart = (content: Content): AgentEvent => ({ type: 'message_chunk', role: 'user', content });
const words = (between: string): string => `/changes${between}${undone.text}`;

/** Of the first prompt, after it was sent and the agent has told its history anew. */
function toldAgain(content: readonly Content[], ...told: readonly AgentEvent[]): MessageEntry {
	const rig = new HistoryRig();
	rig.play({ type: 'prompt_submitted', content, at: 1 }, said('Done.'), ended);
	rig.load(...told, agent('Done.'));
	const [first] = rig.entries;
	assert.ok(first?.type === 'message' && first.role === 'user');
	assert.equal(rig.entries.length, 2, rig.lines().join('\n'));
	return first;
}

describe('a prompt with what was attached, which the agent tells anew', () => {
	for (const between of ['', ' ', '\n', '\n\n']) {
		it(`is as it was sent, where its texts are joined by ${JSON.stringify(between)}`, () => {
			for (const told of [
				[user(words(between))],
				[user('/changes'), user(between), user(undone.text)],
				[user('/changes'), userPart(file), user(`${between}${undone.text}`)],
			]) {
				const { content, origin } = toldAgain(sent, ...told);
				assert.deepEqual([content, origin], [sent, 'replay']);
			}
		});
	}

	it('is as it was sent at each further load', () => {
		const rig = new HistoryRig();
		rig.play({ type: 'prompt_submitted', content: sent, at: 1 }, said('Done.'), ended);
		for (let load = 0; load < 3; load++) rig.load(user(words('')), agent('Done.'));
		const [first] = rig.entries;
		assert.ok(first?.type === 'message' && isOfUser(first));
		assert.deepEqual(first.content, sent);
	});

	it('is as it was sent beside another that was not answered', () => {
		const rig = new HistoryRig();
		rig.play({ type: 'prompt_submitted', content: [text('one'), undone], at: 1 }, ended);
		rig.play({ type: 'prompt_submitted', content: [text('two'), undone], at: 2 }, said('Done.'), ended);
		rig.load(user(`one\n\n${undone.text}two\n\n${undone.text}`), agent('Done.'));
		const prompts = rig.entries.filter((entry) => entry.type === 'message' && entry.role === 'user');
		assert.deepEqual(
			prompts.map((entry) => entry.type === 'message' && entry.content),
			[
				[text('one'), undone],
				[text('two'), undone],
			],
		);
	});

	it('is as the agent tells it where that names more, less or other things [hazard D11]', () => {
		const other: Content = { ...file, uri: 'file:///home/me/.ssh/id_rsa' };
		const told: readonly (readonly Content[])[] = [
			[text('/changes'), other, text(undone.text)],
			[text('/changes'), file, other, text(undone.text)],
			[text('/changes'), file, file, text(undone.text)],
			[text(`/changes now${undone.text}`)],
			[text('/changes')],
		];
		for (const parts of told) {
			const entry = toldAgain(sent, ...parts.map(userPart));
			assert.deepEqual(entry.content, parts);
			assert.equal(isOfUser(entry), false);
		}
	});

	it("is not made the user's by an agent that told it before [hazard D11]", () => {
		const rig = new HistoryRig();
		const parts = [userPart(text('look')), userPart(file)];
		for (let load = 0; load < 2; load++) rig.load(...parts, agent('Done.'));
		const [first] = rig.entries;
		assert.ok(first?.type === 'message' && first.content.length === 2);
		assert.equal(isOfUser(first), false);
	});

	it("is not the user's any more when the agent adds to it [hazard D11]", () => {
		const rig = new HistoryRig();
		const named = (content: Content): AgentEvent => ({ ...userPart(content), messageId: 'm1' }) as AgentEvent;
		rig.play({ type: 'prompt_submitted', content: sent, at: 1 }, chunk('Done.'), ended);
		rig.load(named(text(words(''))), agent('Done.'));
		const before = rig.entries[0];
		assert.ok(before?.type === 'message' && isOfUser(before));
		rig.play(named({ ...file, uri: 'file:///home/me/.ssh/id_rsa' }));
		const [first] = rig.entries;
		assert.ok(first?.type === 'message' && first.content.length === 4);
		assert.equal(isOfUser(first), false);
	});
});
