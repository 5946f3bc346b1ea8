/** What an agent of the SDK's has to hear and to be answered, whatever its version. */
import assert from 'node:assert/strict';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { Content } from '../../../src/core/session/model/content.ts';
import type { ConfigOption } from '../../../src/core/session/model/config.ts';
import type { OpenedSession } from '../../../src/core/session/model/agentPort.ts';
import type { PermissionOutcome } from '../../../src/core/session/model/permission.ts';
import { until } from '../node/support.ts';
import { answersTo, methodsOf } from './peer.ts';
import type { SdkPeer } from './sdkPeer.ts';

/** A conversation with such an agent. */
export interface Talk {
	readonly peer: SdkPeer;
	/** Sends a prompt; resolves with what the agent says back. */
	readonly say: (text: string) => Promise<unknown>;
}

/** What the agent heard of a method, the newest last. */
export async function heardOf({ say }: Talk, method: string): Promise<unknown[]> {
	const all = (await say('heard')) as [string, unknown][];
	return all.filter(([name]) => name === method).map(([, params]) => params);
}

export function optionOf({ options }: OpenedSession, id: string): ConfigOption {
	return options.configOptions?.find((one) => one.id === id) ?? assert.fail(id);
}

/** Lists, renames, archives, closes and deletes sessions. */
export async function managesSessions(talk: Talk): Promise<void> {
	const { agent } = talk.peer;
	const first = await agent.listSessions({ cwd: '/work', archived: 'include' });
	assert.deepEqual([first.nextCursor, first.sessions[0]?.title], ['more', 'first']);
	const second = await agent.listSessions({ cwd: '/work', cursor: 'more' });
	assert.deepEqual([second.nextCursor, second.sessions[0]?.title], [undefined, 'more']);
	assert.equal(await agent.setTitle('old', 'new'), 'NEW');
	assert.equal(await agent.sessionStatus('old'), 'open');
	await agent.archiveSession('old', true);
	await agent.archiveSession('old', false);
	await agent.closeSession('old');
	await agent.deleteSession('old');
	for (const name of ['archive', 'unarchive', 'close', 'delete']) {
		assert.deepEqual(await heardOf(talk, `session/${name}`), [{ sessionId: 'old' }]);
	}
}

/** @param methods of that version */
export async function logsInAndOut(
	talk: Talk,
	methods: { readonly login: string; readonly logout: string },
): Promise<void> {
	const { agent, loginQuestions, statuses } = talk.peer;
	await agent.authenticate('web');
	assert.deepEqual(
		loginQuestions.map(({ message }) => message),
		['Your name?'],
	);
	assert.deepEqual(await heardOf(talk, methods.login), [{ methodId: 'web' }]);
	assert.deepEqual(await heardOf(talk, 'asked at login'), [{ action: 'accept', content: { name: 'Ada' } }]);
	assert.equal((await agent.authStatus()).state, 'authenticated');
	await talk.say('status');
	assert.deepEqual(
		statuses.map(({ state }) => state),
		['authenticated'],
	);
	await agent.logout();
	assert.deepEqual(await heardOf(talk, methods.logout), [{}]);
}

/** @param method the one that logs in, which has been called once before */
export async function withdrawsLogin({ peer }: Talk, method: string): Promise<void> {
	const controller = new AbortController();
	const login = peer.agent.authenticate('never', controller.signal);
	await until(() => methodsOf(peer.seen.out).filter((one) => one === method).length === 2);
	controller.abort();
	await assert.rejects(login, (error) => AgentError.is(error, 'cancelled'));
}

export async function changesProviders(talk: Talk): Promise<void> {
	const { agent } = talk.peer;
	assert.deepEqual(await agent.listProviders(), [
		{ providerId: 'p', supported: ['openai'], isRequired: false },
	]);
	const choice = { providerId: 'p', apiType: 'openai', baseUrl: 'https://p.test', headers: { a: 'b' } };
	await agent.setProvider(choice);
	await agent.disableProvider('p');
	assert.deepEqual(await heardOf(talk, 'providers/set'), [choice]);
	assert.deepEqual(await heardOf(talk, 'providers/disable'), [{ providerId: 'p' }]);
}

/** A prompt with every kind of content. */
export const everyContent: readonly Content[] = [
	{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
	{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
	{ type: 'resource', uri: 'file:///work/a', text: 'a' },
	{ type: 'resource_link', uri: 'file:///work/a', name: 'a' },
	{ type: 'text', text: 'all' },
];

/** The agent got `everyContent`, as its first prompt that asked it for nothing. */
export async function heardEveryContent(talk: Talk): Promise<void> {
	const [blocks] = (await heardOf(talk, 'session/prompt')) as [{ type: string }[]];
	assert.deepEqual(
		blocks.map(({ type }) => type),
		['image', 'audio', 'resource', 'resource_link', 'text'],
	);
}

/** A permission that is not answered: it ends because the agent withdraws it. */
export async function withdrawsPermission({ peer, say }: Talk): Promise<void> {
	peer.target.permissions.ask = (_request, signal) =>
		new Promise<PermissionOutcome>((resolve) => {
			signal.addEventListener('abort', () => resolve({ type: 'cancelled' }));
		});
	assert.deepEqual(await say('withdraw'), { outcome: { outcome: 'cancelled' } });
}

/** By form and by address, in each way to answer. */
export async function asksQuestions({ peer: { target }, say }: Talk): Promise<void> {
	for (const [outcome, answer] of [
		[
			{ type: 'accept', content: { name: 'Ada' } },
			{ action: 'accept', content: { name: 'Ada' } },
		],
		[{ type: 'decline' }, { action: 'decline' }],
		[{ type: 'cancel' }, { action: 'cancel' }],
	] as const) {
		target.answer = () => Promise.resolve(outcome);
		assert.deepEqual(await say('form'), answer);
	}
	target.answer = () => Promise.resolve({ type: 'accept' });
	assert.deepEqual(await say('url'), { action: 'accept' });
	assert.deepEqual(target.completed, ['e1']);
}

/** The methods that the agent called, but for the one that it made up. */
export function servedTo({ seen }: SdkPeer): ReadonlySet<string> {
	return new Set(methodsOf(seen.in).filter((method) => method !== '_vendor/unknown'));
}

/** Every request of the agent got one answer, and nothing was odd. */
export function assertAllAnswered({ seen, logged }: SdkPeer): void {
	for (const message of seen.in) {
		if ('method' in message && 'id' in message) assert.equal(answersTo(seen, message['id']).length, 1);
	}
	assert.deepEqual(logged, ['Refused request "_vendor/unknown"']);
}
