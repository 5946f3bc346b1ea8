/** Lists and names without end: an agent can fill a line of 32 MiB with them, and each is shown again and again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { projectEntry } from '../../../../src/core/view/project.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import { projectSession } from '../../../../src/core/view/projectSession.ts';
import { summarizeDiff } from '../../../../src/core/view/diffSummary.ts';
import { growth } from '../../../tools/growth.ts';
import { play } from '../session/driver/play.ts';
import { reduce } from '../../../../src/core/session/reducer/reducer.ts';
import { isPatchBeyond, readGitPatch } from '../../../../src/core/acp/v2/gitPatch.ts';
import { visibleText } from '../../../../src/core/view/visibleText.ts';
import { permissionDetails } from '../../../../src/core/view/permissionSubject.ts';
import { attached } from './support.ts';

const many = <T>(count: number, make: (n: number) => T): T[] =>
	Array.from({ length: count }, (_, n) => make(n));
const tooMany = 20_000;

async function eventOf(update: object): Promise<Record<string, unknown>> {
	const { wire, target } = await attached();
	wire.update('s1', update);
	const [event] = target.events;
	return { ...event };
}

describe('a list without end [hazard A7]', () => {
	it('of commands is taken as far as anybody looks', async () => {
		const availableCommands = many(tooMany, (n) => ({ name: `c${n}`, description: 'x' }));
		const { commands } = await eventOf({ sessionUpdate: 'available_commands_update', availableCommands });
		assert.ok(Array.isArray(commands));
		assert.equal(commands.length, limits.offeredItems);
	});

	it('of options and choices, too', async () => {
		const choices = many(tooMany, (n) => ({ value: `v${n}`, name: 'x' }));
		const configOptions = [
			{ id: 'flat', name: 'x', type: 'select', currentValue: 'v0', options: choices },
			{
				id: 'grouped',
				name: 'x',
				type: 'select',
				currentValue: 'v0',
				options: many(tooMany, (n) => ({ group: `g${n}`, name: 'x', options: [] })),
			},
		];
		const { options } = await eventOf({ sessionUpdate: 'config_option_update', configOptions });
		const [flat, grouped] = (options as { configOptions: { groups: { choices: unknown[] }[] }[] })
			.configOptions;
		assert.equal(flat?.groups[0]?.choices.length, limits.offeredItems);
		assert.ok((grouped?.groups.length ?? 0) <= limits.offeredItems);
	});

	it('of answers to a permission, or of fields of a form, is refused', async () => {
		const { wire, target } = await attached();
		const options = many(limits.permissionOptions + 1, (n) => ({
			optionId: `o${n}`,
			name: 'x',
			kind: 'allow_once',
		}));
		const toolCall = { toolCallId: 't1' };
		await assert.rejects(
			wire.ask('session/request_permission', { sessionId: 's1', toolCall, options }),
			/more than/u,
		);
		const properties = Object.fromEntries(many(limits.namedItems + 1, (n) => [`f${n}`, { type: 'string' }]));
		const form = { mode: 'form', message: 'x', requestedSchema: { type: 'object', properties } };
		await assert.rejects(wire.ask('elicitation/create', { sessionId: 's1', ...form }), /more than/u);
		assert.deepEqual([target.asked, target.questions], [[], []]);
	});
});

describe('a name without end [hazard E11]', () => {
	it('of a session is cut, since it is shown again with every change', async () => {
		const title = 'x'.repeat(100_000);
		const event = await eventOf({ sessionUpdate: 'session_info_update', title });
		assert.equal(event['title'], title.slice(0, limits.titleChars));
	});

	it('of a notice is cut as well', async () => {
		const text = 'x'.repeat(100_000);
		const { notice } = await eventOf({ sessionUpdate: 'notice', title: text, description: text });
		assert.deepEqual(notice, {
			severity: 'info',
			title: text.slice(0, limits.titleChars),
			description: text.slice(0, limits.noticeChars),
		});
	});
});

const projector: Projector = {
	label: (path) => path,
	summarize: summarizeDiff,
	urlTarget: () => ({ host: '', warnings: [] }),
};

describe('a card of a call without end [hazard E11]', () => {
	it('shows so many of its parts and places, and how many are left', () => {
		const content = many(
			tooMany,
			(n) => ({ type: 'content', content: { type: 'text', text: `${n}` } }) as const,
		);
		const locations = many(tooMany, (n) => ({ path: `/ws/${n}` }));
		const { state } = play({
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'x', content, locations },
		});
		const [call] = state.entries.values();
		assert.ok(call !== undefined);
		const card = projectEntry(state, call, projector);
		assert.ok(card.type === 'tool_call');
		assert.equal(card.locations.length, limits.shownItems);
		assert.equal(card.content.length, limits.shownItems + 1);
		assert.match(JSON.stringify(card.content.at(-1)), /38000 more parts and places/u);
	});

	it('shows so many steps of a plan, and how many are left', () => {
		const items = many(tooMany, () => ({ content: 'x', priority: 'low', status: 'pending' }) as const);
		const { state } = play({ type: 'plan', planId: 'p', items });
		const [plan] = state.entries.values();
		assert.ok(plan !== undefined);
		const card = projectEntry(state, plan, projector);
		assert.ok(card.type === 'plan');
		assert.equal(card.items.length, limits.shownItems + 1);
		assert.match(card.items.at(-1)?.content ?? '', /19000 more steps/u);
	});
});

describe('parts without end [hazard A7]', () => {
	const part = (n: number) => ({ type: 'resource_link', uri: `file:///ws/${n}`, name: 'x' }) as const;

	it('of a message are one message after the other, and none is lost', () => {
		const chunks = many(limits.contentParts + 10, (n) => ({
			type: 'message_chunk' as const,
			role: 'agent' as const,
			content: part(n),
		}));
		const { entries } = play(...chunks);
		const messages = entries.flatMap((entry) => (entry.type === 'message' ? [entry.content.length] : []));
		assert.deepEqual(messages, [limits.contentParts, 10]);
	});

	it('of a call are left out, and rules are told that they do not know all', () => {
		const content = many(100, (n) => ({ type: 'content', content: part(n) }) as const);
		const { state } = play();
		for (let n = 0; n < 60; n++) reduce(state, { type: 'tool_call_content', toolCallId: 't1', content }, n);
		const [call] = state.entries.values();
		assert.ok(call?.type === 'tool_call');
		assert.equal(call.content.length, limits.contentParts + 1);
		assert.deepEqual(call.content.at(-1), { type: 'content', content: { type: 'unknown', kind: 'more' } });
	});

	it('of the summary of a compaction are left out, and text joins what is there', () => {
		const chunk = (n: number) => ({ type: 'compaction_chunk', compactionId: 'c', content: part(n) }) as const;
		const say = (value: string) =>
			({ type: 'compaction_chunk', compactionId: 'c', content: { type: 'text', text: value } }) as const;
		const summaryOf = ({ entries }: ReturnType<typeof play>) =>
			entries.flatMap((entry) => (entry.type === 'compaction' ? entry.summary : []));
		const summary = summaryOf(play(...many(limits.contentParts + 10, chunk), say('x')));
		assert.equal(summary.length, limits.contentParts + 1);
		assert.deepEqual(summary.at(-1), { type: 'unknown', kind: 'more' });
		const full = summaryOf(play(...many(limits.contentParts - 1, chunk), say('a'), say('b')));
		assert.deepEqual([full.length, full.at(-1)], [limits.contentParts, { type: 'text', text: 'ab' }]);
	});

	it('of a patch are not read, and it counts as one that changes more than it lists', () => {
		const text = 'diff --git a/x b/x\n'.repeat(limits.patchFiles + 1);
		assert.equal(readGitPatch(text, ['/x']).size, 0);
		assert.equal(isPatchBeyond(text, ['/x']), true);
	});

	it('that run on are looked up at once, however many calls there are', () => {
		const times = growth((count) => {
			const background = many(count, (n) => ({ type: 'terminal' as const, terminalId: `b${n}` }));
			const { state } = play();
			const content = many(100, (n) => ({ type: 'terminal' as const, terminalId: `k${n}` }));
			for (let n = 0; n < 5; n++)
				reduce(
					state,
					{ type: 'tool_call', toolCallId: `c${n}`, fields: { title: 'x', status: 'in_progress', content } },
					n,
				);
			for (let n = 0; n < count; n++)
				reduce(state, { type: 'terminal_started', terminalId: `x${n}`, fields: {} }, n);
			reduce(state, { type: 'work', work: { type: 'idle' }, background }, 9);
		}, 250);
		assert.ok(times < 24, `${times} times as long for eight times the number`);
	});

	it('end in time that grows with their number', () => {
		const times = growth((count) => {
			const { state } = play();
			for (let n = 0; n < count; n++) {
				reduce(state, { type: 'terminal_started', terminalId: `x${n}`, fields: {} }, n);
				reduce(state, { type: 'terminal_output', terminalId: `x${n}`, data: 'x' }, n);
				reduce(state, { type: 'terminal_exited', terminalId: `x${n}`, exitCode: 0, signal: null }, n);
			}
		}, 1_000);
		assert.ok(times < 24, `${times} times as long for eight times the number`);
	});
});

describe('a permission that nobody can read whole [hazard C7] [hazard E11]', () => {
	const asked = (rawInput: object, more: object = {}): string =>
		permissionDetails(
			{ subject: { type: 'tool_call', toolCallId: 't1' } },
			{ kind: 'execute', title: '', content: [], locations: [], rawInput, ...more },
		);
	/** So much of the reach of the eye that a marker may take eight characters. */
	const most = 8 * 3 * limits.toolOutputChars;

	it('says so before all else, and is shown in bounds', () => {
		const command = asked({ command: `${'x'.repeat(2_000_000)}; rm -rf ~` });
		assert.match(command, /^Too long to be shown whole: the first 262144 of 2000010 characters\./u);
		const hidden = '\u200b\u200c'.repeat(50_000);
		const fields = Object.fromEntries(many(100, (n) => [`k${n}`, hidden]));
		const shown = asked({ command: 'x', ...fields });
		assert.match(shown, /… \d+ more fields$/u);
		const env = asked({ command: 'x', env: fields });
		for (const text of [command, shown, env]) assert.ok(text.length < most, `${text.length}`);
	});

	it('names the first thousand files and says how many there are', () => {
		const locations = many(tooMany, (n) => ({ path: `/ws/${n}` }));
		const shown = asked({}, { kind: 'edit', locations });
		assert.match(shown, /^20000 files, of which the first 1000 follow:\n/u);
		assert.equal(shown.split('\n').length, 1001);
	});
});

describe('text that is all blanks or line breaks [hazard C7] [hazard A11]', () => {
	for (const [name, text] of [
		['blanks', ' '.repeat(9_000_000)],
		['blanks in a line', `a${' '.repeat(9_000_000)}b`],
		['tabs', `a${'\t'.repeat(9_000_000)}b`],
		['line breaks', '\n'.repeat(9_000_000)],
		['empty lines', 'a\n '.repeat(10) + '\n '.repeat(4_000_000)],
		['joined emoji', '😀\u200d'.repeat(2_000_000)],
	] as const) {
		it(`is made visible, however long it is: ${name}`, () => {
			const shown = visibleText(text, { isMultiline: true });
			assert.ok(name === 'joined emoji' || shown.length < 200_000, `${shown.length}`);
		});
	}
});

describe('commands of an agent without end [hazard A7]', () => {
	it('are listed in time that grows with their number, not with its square', () => {
		const times = growth((count) => {
			const { state } = play();
			for (let n = 0; n < count; n++) {
				reduce(state, { type: 'tool_call', toolCallId: `t${n}`, fields: { title: 'x' } }, n);
				reduce(state, { type: 'terminal_started', terminalId: `x${n}`, fields: {} }, n);
			}
			projectSession(state);
		}, 500);
		// Linear is 8, quadratic 64.
		assert.ok(times < 24, `${times} times as long for eight times the number`);
	});
});
