/** What is settled before an address is connected to: what the user is asked, and what an address is given. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Memento, SecretStorage } from 'vscode';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { spoken } from '../../../../src/core/base/l10n.ts';
import type { RemoteDefinition } from '../../../../src/host/settings/agentDefinition.ts';
import { parseAgents, resolveVariables } from '../../../../src/host/settings/agentDefinition.ts';
import { parseEndpoint } from '../../../../src/host/settings/parseEndpoint.ts';
import { redactorOf } from '../../../../src/host/settings/agentSecrets.ts';
import { only } from '../../only.ts';
import { useVscode } from '../fakeVscode.ts';

/** An input box as the user sees it, and what was typed into it. */
interface Box {
	title: string;
	prompt: string;
	password: boolean;
	value: string;
	accept?: () => void;
	hide?: () => void;
}

/** What the user is asked and answers. */
const editor = {
	/** Typed into the boxes that come, one each; what is not there leaves them. */
	typed: [] as string[],
	boxes: [] as Box[],
	/** Called when a box is shown; answers it at once unless the test takes its time. */
	onBox: (_box: Box): void => undefined,
	button: undefined as string | undefined,
	questions: [] as { message: string; detail: string; buttons: readonly string[] }[],
	copied: [] as string[],
	ask(message: string, { detail }: { detail: string }, ...buttons: string[]) {
		editor.questions.push({ message, detail, buttons });
		return Promise.resolve(editor.button);
	},
};
const heard = { dispose: () => undefined };
const vscode = {
	window: {
		showWarningMessage: (...question: Parameters<typeof editor.ask>) => editor.ask(...question),
		createInputBox: () => {
			const box = {
				title: '',
				prompt: '',
				password: false,
				value: '',
				accept: (): void => undefined,
				hide: (): void => undefined,
				onDidAccept: (run: () => void) => ((box.accept = run), heard),
				onDidHide: (run: () => void) => ((box.hide = run), heard),
				onDidChangeValue: () => heard,
				onDidTriggerButton: () => heard,
				show: () => (editor.boxes.push(box), editor.onBox(box)),
				dispose: () => undefined,
			};
			return box;
		},
	},
	env: { clipboard: { writeText: async (text: string) => void editor.copied.push(text) } },
};
const { RemoteAccess } = await import('../../../../src/host/login/remoteAccess.ts');
const { LoginSecrets } = await import('../../../../src/host/login/loginSecrets.ts');

const answerAtOnce = (box: Box): void => {
	const typed = editor.typed.shift();
	if (typed === undefined) return queueMicrotask(() => box.hide?.());
	box.value = typed;
	queueMicrotask(() => box.accept?.());
};

function agentAt(address: string, headers: object = {}, name = 'Far'): RemoteDefinition {
	const { agents, problems } = parseAgents({ [name]: { url: address, headers } }, (entry) =>
		parseEndpoint(entry, true),
	);
	assert.deepEqual(problems.map(spoken), []);
	assert.ok(agents[0]?.type === 'remote');
	return agents[0];
}

/** A window with empty storages. Every agent is approved unless the test says otherwise. */
function openWindow() {
	const kept = new Map<string, string>();
	const state = new Map<string, unknown>();
	const storage = only<Memento>({
		get: (key: string) => state.get(key) as never,
		update: async (key: string, value: unknown) => void state.set(key, value),
	});
	const vault = only<SecretStorage>({
		get: async (key) => kept.get(key),
		store: async (key, value) => void kept.set(key, value),
		delete: async (key) => void kept.delete(key),
	});
	const secrets = new LoginSecrets(vault, storage);
	const access = new RemoteAccess({ secrets, storage, allowsHttp: () => true });
	const admit = (agent: RemoteDefinition, isApproved = true): Promise<RemoteDefinition> =>
		access.admit(agent, '/ws', () => isApproved);
	return { access, admit, secrets, kept, state };
}

const withToken = { Authorization: 'Bearer ${secret:token}' };
const far = 'wss://agents.example/acp';

/** Before each test: nothing has been asked, and a box is answered at once. */
function setUp(): void {
	useVscode(vscode);
	Object.assign(editor, {
		typed: [],
		boxes: [],
		onBox: answerAtOnce,
		button: undefined,
		questions: [],
		copied: [],
	});
}

describe('a secret of a header', () => {
	beforeEach(setUp);
	it('is asked for once, hidden as it is typed, for an address that is shown', async () => {
		const { admit } = openWindow();
		editor.typed = ['  s3cret-value '];
		for (let time = 0; time < 2; time++) {
			const { headers } = await admit(agentAt(far, withToken));
			assert.deepEqual(headers, { Authorization: 'Bearer s3cret-value' });
		}
		const [box, ...others] = editor.boxes;
		assert.equal(others.length, 0);
		assert.equal(box?.password, true);
		assert.match(`${box?.title} ${box?.prompt}`, /Far Secret for wss:\/\/agents\.example \(token\)/u);
	});

	it('is asked for once by sessions that wait at the same time', async () => {
		const { admit } = openWindow();
		editor.typed = ['s3cret-value'];
		const all = await Promise.all([1, 2, 3].map(() => admit(agentAt(far, withToken))));
		for (const { headers } of all) assert.equal(headers['Authorization'], 'Bearer s3cret-value');
		assert.equal(editor.boxes.length, 1);
	});

	it('of another agent waits for its box: two at once would close each other', async () => {
		const { access, admit } = openWindow();
		const shown = Promise.withResolvers<Box>();
		editor.onBox = (box) => shown.resolve(box);
		const one = admit(agentAt(far, withToken));
		const box = await shown.promise;
		const two = admit(agentAt('wss://b.example', withToken, 'Two'));
		const needsNone = await admit(agentAt('wss://c.example', {}, 'Three'));
		assert.deepEqual(needsNone.headers, {});
		assert.equal(editor.boxes.length, 1);
		const isAsking = (): boolean[] => ['Far', 'Two', 'Three'].map((name) => access.isAsking(name));
		assert.deepEqual(isAsking(), [true, true, false]);
		editor.onBox = answerAtOnce;
		editor.typed = ['second'];
		box.value = 'first';
		box.accept?.();
		assert.equal((await one).headers['Authorization'], 'Bearer first');
		assert.equal((await two).headers['Authorization'], 'Bearer second');
		assert.deepEqual(isAsking(), [false, false, false]);
	});

	it('goes to no other origin and no other agent [hazard F11]', async () => {
		const { admit } = openWindow();
		editor.typed = ['first'];
		await admit(agentAt(far, withToken));
		const others = [
			agentAt('wss://agents.example.evil/acp', withToken),
			agentAt('wss://agents.example:444/acp', withToken),
			agentAt('wss://evil.example/?wss://agents.example', withToken),
			agentAt('https://agents.example/acp', withToken),
			agentAt(far, withToken, 'Other'),
		];
		for (const agent of others) await assert.rejects(admit(agent), /was not entered/u);
		assert.equal(editor.boxes.length, 1 + others.length);
		// Another path is the same server.
		assert.equal((await admit(agentAt(`${far}/v2`, withToken))).headers['Authorization'], 'Bearer first');
	});

	it('stands in the secret storage and nowhere else [hazard F5]', async () => {
		const { admit, kept, state } = openWindow();
		editor.typed = ['very-secret-value'];
		await admit(agentAt(far, withToken));
		assert.ok(JSON.stringify([...kept]).includes('very-secret-value'));
		assert.ok(!JSON.stringify([...state]).includes('very-secret-value'));
	});

	it('is in no log, in whatever spelling [hazard F5]', async () => {
		const { admit } = openWindow();
		editor.typed = ['open sesame/ü'];
		const agent = await admit(agentAt(far, { A: 'Key ${secret:token}' }));
		const redactor = redactorOf(agent, []);
		const said = ['open sesame/ü', 'Key open sesame/ü', btoa('plain')];
		const encoded = ['base64', 'base64url'] as const;
		const spellings = [
			...encoded.map((form) => Buffer.from('open sesame/ü').toString(form)),
			'open%20sesame%2F%C3%BC',
		];
		assert.equal(redactor.text(said.join(' ')), `[redacted] [redacted] ${btoa('plain')}`);
		for (const spelling of spellings) assert.equal(redactor.text(spelling), '[redacted]');
	});

	it('that is the Base64 of a password hides that as well [hazard F5]', async () => {
		const { admit } = openWindow();
		editor.typed = [btoa('ada:open-sesame')];
		const redactor = redactorOf(await admit(agentAt(far, { Authorization: 'Basic ${secret:login}' })), []);
		assert.equal(redactor.text('ada said open-sesame'), 'ada said [redacted]');
	});

	it('is asked for again once it is forgotten, by its address or by its agent', async () => {
		const { access, admit, secrets } = openWindow();
		editor.typed = ['one', 'other', 'two', 'three'];
		await admit(agentAt(far, withToken));
		await admit(agentAt('wss://b.example', withToken));
		await access.forget(agentAt(far, withToken));
		assert.equal((await admit(agentAt(far, withToken))).headers['Authorization'], 'Bearer two');
		assert.equal(
			(await admit(agentAt('wss://b.example', withToken))).headers['Authorization'],
			'Bearer other',
		);
		assert.deepEqual(secrets.agentNames, ['Far']);
		await secrets.forget('Far');
		assert.deepEqual(await secrets.values('Far'), []);
		assert.equal((await admit(agentAt(far, withToken))).headers['Authorization'], 'Bearer three');
	});

	it('that cannot stand in a header is not kept: it would fail each time', async () => {
		const { admit, kept } = openWindow();
		editor.typed = ['two\nlines', 'fine'];
		await assert.rejects(admit(agentAt(far, withToken)), /the value of "token" has a line break/u);
		assert.equal(kept.size, 0);
		assert.equal((await admit(agentAt(far, withToken))).headers['Authorization'], 'Bearer fine');
	});

	it('has a name of its own, also where a header may not have it', async () => {
		const { admit } = openWindow();
		editor.typed = ['one', 'two', 'three'];
		const { headers } = await admit(agentAt(far, { A: '${secret:host} ${secret:a} ${secret:A}' }));
		assert.equal(headers['A'], 'one two three');
	});

	it('is not what is asked for before the address is approved [hazard F3]', async () => {
		const { admit } = openWindow();
		const refusal = admit(agentAt('ws://10.0.0.1/', withToken), false);
		await assert.rejects(refusal, (error) => AgentError.is(error, 'denied'));
		await assert.rejects(
			refusal,
			/not been approved: ws:\/\/10\.0\.0\.1\/ Authorization: …\$\{secret:token\}/u,
		);
		assert.deepEqual([editor.boxes, editor.questions], [[], []]);
	});
});

describe('a connection that was refused', () => {
	beforeEach(setUp);
	const refused = (code: number): AgentError => new AgentError('spawn', 'It said no.', { code });

	it('leads to the secret where one was sent, and says why', async () => {
		const { access, admit } = openWindow();
		editor.typed = ['x-secret'];
		const agent = await admit(agentAt(far, withToken));
		for (const code of [401, 403]) {
			const shown = access.refusalOf(agent, refused(code));
			assert.ok(AgentError.is(shown, 'secretRefused'));
			assert.equal(shown.message, 'It said no.');
		}
	});

	it('is what it was where none was sent, for another reason, or by the word of the agent itself', async () => {
		const { access, admit } = openWindow();
		editor.typed = ['x-secret'];
		const plain = await admit(agentAt(far, { Authorization: 'Bearer abc' }));
		const agent = await admit(agentAt(far, withToken));
		const answered = new AgentError('answered', 'No.', { code: 401 });
		for (const [definition, error] of [
			[plain, refused(401)],
			[agent, refused(404)],
			[agent, answered],
			[agent, new Error('x')],
		] as const) {
			assert.equal(access.refusalOf(definition, error), error);
		}
	});
});

describe('an address that others can read along', () => {
	beforeEach(setUp);
	const plain = agentAt('ws://agents.example/acp');

	it('is connected to only after one question, which shows it and says so [hazard F11]', async () => {
		const { admit, state } = openWindow();
		editor.button = 'Connect Unencrypted';
		assert.equal((await admit(plain)).url, 'ws://agents.example/acp');
		await admit(plain);
		assert.equal(editor.questions.length, 1);
		const [{ message, detail, buttons } = { message: '', detail: '', buttons: [] }] = editor.questions;
		assert.equal(message, 'Connect to Far without encryption?');
		assert.match(
			detail,
			/^ws:\/\/agents\.example\/acp\n\nThe connection is not encrypted\..* can read the conversation and the headers/u,
		);
		// What Enter does first does no harm.
		assert.deepEqual(buttons, ['Copy Address', 'Connect Unencrypted']);
		assert.ok(!JSON.stringify([...state]).includes('agents.example'));
	});

	it('is not connected to otherwise, and asked about again [hazard F11]', async () => {
		for (const button of [undefined, 'Copy Address']) {
			const { admit } = openWindow();
			editor.button = button;
			for (let time = 0; time < 2; time++) {
				await assert.rejects(admit(plain), (error) => AgentError.is(error, 'denied'));
			}
		}
		assert.equal(editor.questions.length, 4);
		assert.deepEqual(editor.copied, ['ws://agents.example/acp', 'ws://agents.example/acp']);
	});

	it('is confirmed for itself alone [hazard F11]', async () => {
		const { admit } = openWindow();
		editor.button = 'Connect Unencrypted';
		await admit(plain);
		editor.button = undefined;
		for (const other of ['ws://agents.example/other', 'ws://b.example/acp', 'http://agents.example/acp']) {
			await assert.rejects(admit(agentAt(other)), /not be encrypted, and you have not confirmed it/u);
		}
	});

	it('is confirmed before a secret for it is asked for', async () => {
		const { admit } = openWindow();
		await assert.rejects(admit(agentAt('ws://agents.example/', withToken)), /not be encrypted/u);
		assert.equal(editor.boxes.length, 0);
	});

	it('is none that is encrypted or stays on this machine: then nothing is asked', async () => {
		const { admit } = openWindow();
		for (const address of [
			far,
			'https://agents.example/',
			'ws://localhost:8080/',
			'http://127.0.0.1/',
			'ws://[::1]/',
		]) {
			await admit(agentAt(address));
		}
		assert.deepEqual(editor.questions, []);
	});
});

describe('what variables bring', () => {
	beforeEach(setUp);
	it('is refused where it makes another thing of an address or a header', async (t) => {
		t.after(() => delete process.env['ACP_HOST_TEST_PART']);
		const { admit } = openWindow();
		const agent = agentAt('${env:ACP_HOST_TEST_PART}', { A: '${env:ACP_HOST_TEST_PART}' });
		for (const [value, reason] of [
			['file:///etc/passwd', /begins with "file:"/u],
			['wss://me:hunter2@agents.example', /a user or a password/u],
			['not an address', /"url" must be an address/u],
		] as const) {
			process.env['ACP_HOST_TEST_PART'] = value;
			const refusal = admit(agent);
			await assert.rejects(refusal, (error) => AgentError.is(error, 'spawn'));
			await assert.rejects(refusal, reason);
		}
		process.env['ACP_HOST_TEST_PART'] = 'wss://agents.example\r\n/x';
		await assert.rejects(admit(agent), /the value of "A" has a line break/u);
	});

	it('asks for no secret that only a variable names', async (t) => {
		t.after(() => delete process.env['ACP_HOST_TEST_PART']);
		process.env['ACP_HOST_TEST_PART'] = '${secret:token}';
		const { admit } = openWindow();
		const agent = await admit(agentAt(far, { A: '${env:ACP_HOST_TEST_PART}' }));
		assert.deepEqual(agent.headers, { A: '${secret:token}' });
		assert.deepEqual(editor.boxes, []);
		assert.equal(resolveVariables(agent, '/ws', {}).secretValues, undefined);
	});
});
