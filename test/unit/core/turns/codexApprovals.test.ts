/** What Codex asks, what the user is shown of it, and what goes back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PermissionRequest } from '../../../../src/core/session/model/permission.ts';
import { inThread, openCodex } from './gatewayWire.ts';

const command = 'item/commandExecution/requestApproval';
const fileChange = 'item/fileChange/requestApproval';
const permissions = 'item/permissions/requestApproval';

interface Asked {
	readonly request: PermissionRequest;
	readonly answer: unknown;
}

/** @param name of the option that the user chooses; undefined when the turn is stopped instead */
async function ask(method: string, params: object, name: string | undefined): Promise<Asked> {
	const { wire, target } = await openCodex();
	target.answer = ({ options }) => {
		const option = options.find((one) => one.name === name);
		return option === undefined ? { type: 'cancelled' } : { type: 'selected', optionId: option.optionId };
	};
	const answer = await wire.ask(method, inThread({ itemId: 'c', ...params }));
	const [request] = target.asked;
	if (request === undefined) throw new Error('nobody was asked');
	return { request, answer };
}

const run = {
	command: "/bin/bash -lc 'rm -rf x'",
	cwd: '/work',
	commandActions: [{ type: 'unknown', command: 'rm -rf x' }],
};
const amendment = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['rm', '-rf', 'a b'] } };
const names = ({ request }: Asked): readonly string[] => request.options.map(({ name }) => name);

describe('A command of Codex', () => {
	it('is asked about whole, with the decisions that Codex offers and no others', async () => {
		const asked = await ask(
			command,
			{ ...run, availableDecisions: ['accept', amendment, 'cancel'] },
			'Allow',
		);
		assert.deepEqual(asked.request.subject, {
			type: 'command',
			command: "/bin/bash -lc 'rm -rf x'",
			cwd: '/work',
			toolCallId: 'c',
		});
		assert.deepEqual(names(asked), [
			'Allow',
			"Allow from now on what begins with: rm -rf 'a b'",
			'Reject and stop',
		]);
		assert.deepEqual(
			asked.request.options.map(({ kind }) => kind),
			['allow_once', 'allow_always', 'reject_once'],
		);
		assert.deepEqual(asked.answer, { decision: 'accept' });
	});

	it('is answered with the very decision that was offered', async () => {
		const asked = await ask(
			command,
			{ ...run, availableDecisions: [amendment, 'cancel'] },
			"Allow from now on what begins with: rm -rf 'a b'",
		);
		assert.deepEqual(asked.answer, { decision: amendment });
	});

	it('has the usual decisions where Codex names none', async () => {
		const asked = await ask(command, run, 'Reject');
		assert.deepEqual(names(asked), ['Allow', 'Allow for this session', 'Reject', 'Reject and stop']);
		assert.deepEqual(asked.answer, { decision: 'decline' });
	});

	it('is stopped with the turn when the turn is stopped', async () => {
		assert.deepEqual((await ask(command, run, undefined)).answer, { decision: 'cancel' });
	});

	it('says why it is asked: a reason, a connection, input for a command that runs', async () => {
		const context = { networkApprovalContext: { host: 'evil.example', protocol: 'https' } };
		const { request } = await ask(
			command,
			{ ...run, ...context, reason: 'Needs it', kind: 'writeStdin' },
			'Allow',
		);
		assert.equal(
			request.description,
			'Needs it\nIt wants to connect to evil.example.\nIt writes to a command that runs.',
		);
	});

	it('with decisions that we do not know offers the others; with none it is refused', async () => {
		const known = await ask(
			command,
			{ ...run, availableDecisions: ['acceptForever', { grantAll: {} }, 'decline'] },
			'Reject',
		);
		assert.deepEqual(names(known), ['Reject']);
		const { wire, target } = await openCodex();
		await assert.rejects(
			wire.ask(command, inThread({ ...run, availableDecisions: ['acceptForever'] })),
			/no decision that is known/u,
		);
		assert.equal(target.asked.length, 0);
	});

	it('offers hosts by their name, to allow and to refuse', async () => {
		const rule = (action: string): object => ({
			applyNetworkPolicyAmendment: { network_policy_amendment: { host: 'a.example', action } },
		});
		const asked = await ask(
			command,
			{ ...run, availableDecisions: [rule('allow'), rule('deny'), rule('odd')] },
			'x',
		);
		assert.deepEqual(
			asked.request.options.map(({ name, kind }) => [name, kind]),
			[
				['Allow connections to a.example from now on', 'allow_always'],
				['Refuse connections to a.example from now on', 'reject_always'],
			],
		);
	});
});

describe('What asks for more than a rule can know', () => {
	const allowKind = ({ request }: Asked): string | undefined =>
		request.options.find(({ name }) => name === 'Allow')?.kind;

	for (const [name, method, more] of [
		['rights beside a command', command, { additionalPermissions: { network: { enabled: true } } }],
		['a connection', command, { networkApprovalContext: { host: 'evil.example' } }],
		['input for a command that runs', command, { kind: 'writeStdin' }],
		['a folder to write into', fileChange, { grantRoot: '/' }],
	] as const)
		it(`is allowed by nobody but the user: ${name}`, async () => {
			assert.equal(allowKind(await ask(method, { ...run, ...more }, 'Allow')), 'other');
			assert.equal(allowKind(await ask(method, run, 'Allow')), 'allow_once');
		});

	it('is shown, rights by rights', async () => {
		const additionalPermissions = { fileSystem: { write: ['/etc'] }, odd: true };
		const { request } = await ask(command, { ...run, additionalPermissions }, 'Allow');
		assert.equal(request.description, 'Write /etc\n{"odd":true}');
	});
});

describe('A change of files of Codex', () => {
	it('is asked about with its call, and says when more than it is granted', async () => {
		const { request, answer } = await ask(
			fileChange,
			{ grantRoot: '/', reason: null },
			'Allow for this session',
		);
		assert.deepEqual(request.subject, { type: 'tool_call', toolCallId: 'c' });
		assert.equal(request.description, 'It asks to write anywhere in / for this session.');
		assert.deepEqual(answer, { decision: 'acceptForSession' });
	});
});

describe('More rights for Codex', () => {
	const wanted = {
		network: { enabled: true },
		fileSystem: { read: ['/etc'], write: null, entries: [{ path: '/x', access: 'write' }] },
	};

	it('are shown each, also those that we have no words for', async () => {
		const { request } = await ask(permissions, { permissions: wanted, reason: 'To install' }, 'Reject');
		assert.equal(
			request.description,
			'To install\nConnect to the network\nRead /etc\n{"fileSystem":{"entries":[{"path":"/x","access":"write"}]}}',
		);
	});

	for (const [name, asked, shown] of [
		[
			'of the network beside the connection',
			{ network: { enabled: true, mode: 'full', allowUnixSockets: ['/var/run/docker.sock'] } },
			'Connect to the network\n{"network":{"mode":"full","allowUnixSockets":["/var/run/docker.sock"]}}',
		],
		['in place of the network', { network: 'all' }, '{"network":"all"}'],
		['in place of true', { network: { enabled: 'yes' } }, '{"network":{"enabled":"yes"}}'],
		['in place of files', { fileSystem: ['/'] }, '{"fileSystem":["/"]}'],
		['in place of a list', { fileSystem: { read: '/' } }, '{"fileSystem":{"read":"/"}}'],
		[
			'in place of a path',
			{ fileSystem: { read: ['/etc', 7], write: ['/x', { path: '/' }] } },
			'Read /etc\nWrite /x\n{"fileSystem":{"read":[7],"write":[{"path":"/"}]}}',
		],
		[
			'of one name in two places',
			{ entries: ['/a'], fileSystem: { entries: ['/b'] } },
			'{"entries":["/a"],"fileSystem":{"entries":["/b"]}}',
		],
	] as const)
		it(`are shown as they came where we have no words: ${name} [hazard C7]`, async () => {
			const { request, answer } = await ask(permissions, { permissions: asked }, 'Allow for this turn');
			assert.equal(request.description, shown);
			assert.deepEqual(answer, { permissions: asked, scope: 'turn' });
			const beside = await ask(command, { ...run, additionalPermissions: asked }, 'Allow');
			assert.equal(beside.request.description, shown);
		});

	it('beside a command that are no object are shown as well [hazard C7]', async () => {
		const { request } = await ask(command, { ...run, additionalPermissions: ['all'] }, 'Allow');
		assert.equal(request.description, '["all"]');
	});

	it('are granted as they were asked for, or not at all', async () => {
		const answerTo = async (name: string | undefined): Promise<unknown> =>
			(await ask(permissions, { permissions: { network: { enabled: true }, fileSystem: null } }, name))
				.answer;
		const granted = { network: { enabled: true } };
		assert.deepEqual(await answerTo('Allow for this turn'), { permissions: granted, scope: 'turn' });
		assert.deepEqual(await answerTo('Allow for this session'), { permissions: granted, scope: 'session' });
		assert.deepEqual(await answerTo('Reject'), { permissions: {}, scope: 'turn' });
		assert.deepEqual(await answerTo(undefined), { permissions: {}, scope: 'turn' });
	});
});

describe('Questions of Codex', () => {
	const question = {
		id: 'colour',
		header: 'Colour',
		question: 'Which colour?',
		isOther: true,
		isSecret: false,
		options: [{ label: 'Red', description: 'Like fire' }],
	};

	it('are a form; what was filled in goes back by question', async () => {
		const { wire, target } = await openCodex();
		target.fillIn = () => ({
			type: 'accept',
			content: { colour: 'Red', 'colour:other': 'or pink', free: '' },
		});
		const free = { id: 'free', header: '', question: 'Why?', isOther: false, isSecret: false, options: null };
		const answer = await wire.ask(
			'item/tool/requestUserInput',
			inThread({ itemId: 'q', questions: [question, free] }),
		);
		assert.deepEqual(answer, { answers: { colour: { answers: ['Red', 'or pink'] } } });
		const [request] = target.questions;
		assert.deepEqual(
			request?.mode.type === 'form' && request.mode.fields.map(({ name, type }) => [name, type]),
			[
				['colour', 'choice'],
				['colour:other', 'text'],
				['free', 'text'],
			],
		);
	});

	it('are not asked where the user has switched them off', async () => {
		const { wire, target } = await openCodex(undefined, { forms: false, urls: false });
		const asked = inThread({ itemId: 'q', questions: [question] });
		await assert.rejects(wire.ask('item/tool/requestUserInput', asked), /not offered/u);
		const form = { threadId: 'thread-1', serverName: 'db', mode: 'form', message: 'x', requestedSchema: {} };
		await assert.rejects(wire.ask('mcpServer/elicitation/request', form), /not offered/u);
		assert.equal(target.questions.length, 0);
	});

	it('that are declined have no answers', async () => {
		const { wire, target } = await openCodex();
		target.fillIn = () => ({ type: 'decline' });
		const answer = await wire.ask(
			'item/tool/requestUserInput',
			inThread({ itemId: 'q', questions: [question] }),
		);
		assert.deepEqual(answer, { answers: {} });
	});

	it('for a secret are refused before anybody sees them', async () => {
		const { wire, target } = await openCodex();
		const secret = { ...question, isSecret: true };
		await assert.rejects(
			wire.ask('item/tool/requestUserInput', inThread({ itemId: 'q', questions: [question, secret] })),
			/secrets are not asked for here/u,
		);
		assert.equal(target.questions.length, 0);
	});

	it('of a tool server say which server asks', async () => {
		const { wire, target } = await openCodex();
		target.fillIn = () => ({ type: 'accept', content: { name: 'Ada' } });
		const answer = await wire.ask('mcpServer/elicitation/request', {
			threadId: 'thread-1',
			turnId: null,
			serverName: 'db',
			mode: 'form',
			_meta: null,
			message: 'Your name?',
			requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: [] },
		});
		assert.equal(target.questions[0]?.message, 'db: Your name?');
		assert.deepEqual(answer, { action: 'accept', content: { name: 'Ada' }, _meta: null });
	});

	it('of a tool server open addresses of the web only', async () => {
		const { wire } = await openCodex();
		const url = { threadId: 'thread-1', serverName: 'db', mode: 'url', message: 'Go', elicitationId: 'e' };
		await assert.rejects(
			wire.ask('mcpServer/elicitation/request', { ...url, url: 'vscode://x' }),
			/only http and https/u,
		);
	});
});
