/** What it asks the user: permissions, a form, and to open a page. */
import { randomUUID } from 'node:crypto';
import type {
	CreateElicitationResponse,
	ElicitationSchema,
	PermissionOption,
} from '@agentclientprotocol/sdk';
import { colouredLines } from '../actions/nodeCommand.ts';
import { runInTool } from '../actions/terminal.ts';
import type { Script } from '../script.ts';
import { textContent, type Turn } from '../turn.ts';
import { permissionOptions } from '../actions/permission.ts';
import { errorCodes } from '../../core/acp/wire.ts';

const commandOptions: PermissionOption[] = [
	{ optionId: 'once', name: 'Run it once', kind: 'allow_once' },
	{ optionId: 'always', name: 'Always run commands (session)', kind: 'allow_always' },
	{ optionId: 'no', name: 'Do not run it', kind: 'reject_once' },
	{ optionId: 'never', name: 'Never run commands (session)', kind: 'reject_always' },
];

export const permission: Script = {
	name: 'permission',
	description: 'Asks before it runs a command, whatever the mode is',
	async run(turn) {
		const command = colouredLines(3, turn.pace * 8);
		const call = {
			title: command.title,
			kind: 'execute' as const,
			rawInput: { command: command.command, args: command.args, cwd: turn.session.cwd },
		};
		// The request names a tool call that was not announced before: the protocol allows that.
		const toolCallId = randomUUID();
		const option = await turn.ask({ toolCallId, ...call, status: 'pending' }, commandOptions);
		if (option?.kind.startsWith('allow') && turn.client.canRunTerminals) {
			await turn.updateTool(toolCallId, { ...call, status: 'in_progress' });
			await runInTool(turn, toolCallId, command);
		} else {
			const reason = option?.kind.startsWith('allow')
				? 'This client offers no terminal.'
				: 'You rejected it.';
			await turn.updateTool(toolCallId, { ...call, status: 'failed', content: [textContent(reason)] });
		}
		await turn.say(`You chose **${option?.name ?? 'nothing'}**.`);
	},
};

export const parallel: Script = {
	name: 'parallel',
	description: 'Asks for two permissions at the same time',
	async run(turn) {
		const first = await turn.startTool({ title: 'Water the flowers', kind: 'other', status: 'pending' });
		const second = await turn.startTool({ title: 'Feed the cat', kind: 'other', status: 'pending' });
		const answers = await Promise.all([
			askFor(turn, first, 'Water the flowers'),
			askFor(turn, second, 'Feed the cat'),
		]);
		await turn.say(`Flowers: ${answers[0]}. Cat: ${answers[1]}.`);
	},
};

async function askFor(turn: Turn, toolCallId: string, title: string): Promise<string> {
	const toolCall = { toolCallId, title, kind: 'other' as const, status: 'pending' as const };
	const option = await turn.ask(toolCall, permissionOptions);
	const isAllowed = option?.kind === 'allow_once' || option?.kind === 'allow_always';
	const result = textContent(isAllowed ? 'Done. (Not really: this is a demo.)' : 'You rejected it.');
	await turn.updateTool(toolCallId, { status: isAllowed ? 'completed' : 'failed', content: [result] });
	return option?.name ?? 'no answer';
}

/** Chunks that could be streamed while the question is open. */
const openChunks = 75;

export const withdraw: Script = {
	name: 'withdraw',
	description: 'Asks for a permission and takes the question back after a moment',
	async run(turn) {
		const call = { title: 'A question that goes away', kind: 'other' as const, status: 'pending' as const };
		const toolCallId = await turn.startTool(call);
		const request = turn.client.requestPermission(
			{ sessionId: turn.session.id, toolCall: { toolCallId, ...call }, options: permissionOptions },
			AbortSignal.any([AbortSignal.timeout(Math.max(turn.pace * openChunks, 50)), turn.signal]),
		);
		const answer = await turn.until(request.then(({ outcome }) => outcome.outcome, ignoreCancelled));
		const text = answer === 'selected' ? 'You were faster than me.' : 'I took the question back.';
		await turn.updateTool(toolCallId, { status: 'completed', content: [textContent(text)] });
		await turn.say(text);
	},
};

/** A withdrawn request may be answered with an error as well as with the outcome `cancelled`. */
function ignoreCancelled(error: unknown): 'cancelled' {
	if (error instanceof Error && 'code' in error && error.code === errorCodes.requestCancelled)
		return 'cancelled';
	throw error;
}

/** Every kind of property that a form may have. */
const requestedSchema: ElicitationSchema = {
	type: 'object',
	title: 'A new project',
	description: 'Nothing of this is kept or sent anywhere.',
	properties: {
		name: {
			type: 'string',
			title: 'Name',
			description: 'Small letters, digits and hyphens',
			pattern: '^[a-z][a-z0-9-]*$',
			minLength: 2,
			maxLength: 30,
			default: 'my-project',
		},
		email: { type: 'string', title: 'Email', description: 'Who answers for it', format: 'email' },
		budget: { type: 'number', title: 'Budget', description: 'In any currency', minimum: 0, default: 9.5 },
		people: { type: 'integer', title: 'People', minimum: 1, maximum: 12, default: 3 },
		isPublic: { type: 'boolean', title: 'Public', description: 'Everybody may read it', default: true },
		licence: {
			type: 'string',
			title: 'Licence',
			oneOf: [
				{ const: 'mit', title: 'MIT', description: 'Short and permissive' },
				{ const: 'apache', title: 'Apache 2.0', description: 'Permissive, with a word on patents' },
				{ const: 'none', title: 'None yet' },
			],
			default: 'mit',
		},
		language: {
			type: 'string',
			title: 'Language',
			enum: ['C++', 'Go', 'Java', 'Kotlin', 'Python', 'Rust', 'Swift', 'TypeScript'],
			default: 'TypeScript',
		},
		extras: {
			type: 'array',
			title: 'Extras',
			description: 'At most two',
			items: {
				anyOf: [
					{ const: 'tests', title: 'Tests', description: 'One that passes' },
					{ const: 'docs', title: 'Documentation' },
					{ const: 'ci', title: 'A pipeline' },
				],
			},
			maxItems: 2,
			default: ['tests'],
		},
	},
	required: ['name', 'licence', 'people'],
};

export const ask: Script = {
	name: 'ask',
	description: 'Asks you to fill in a form with every kind of field',
	async run(turn) {
		if (!turn.client.showsForms)
			return turn.say('This client does not show forms (`elicitation.form`), so I do not ask.');
		const message = 'I need to know a few things about the project that I am not going to create.';
		const answer = await turn.elicit({ mode: 'form', message, requestedSchema });
		await turn.say(inWords(answer));
	},
};

function inWords(answer: CreateElicitationResponse): string {
	if (answer.action === 'decline') return 'You would rather not say. That is fine.';
	if (answer.action !== 'accept') return 'You closed the form without an answer.';
	// Four backticks: an answer may hold a fence of its own.
	return `You answered:\n\n\`\`\`\`json\n${JSON.stringify(answer['content'] ?? {}, undefined, 2)}\n\`\`\`\`\n`;
}

const protocolPage = 'https://agentclientprotocol.com';
/** Chunks that could be streamed while the page is open: two seconds at the usual pace. */
const visitChunks = 100;

export const visit: Script = {
	name: 'visit',
	description: 'Asks you to open a page, and notices after a moment that you did',
	async run(turn) {
		if (!turn.client.opensUrls)
			return turn.say(
				`This client does not open pages (\`elicitation.url\`). It would have been <${protocolPage}>.`,
			);
		const elicitationId = randomUUID();
		const message =
			'This is where a real agent would send you to sign in. Here it is the page of the protocol.';
		const { action } = await turn.elicit({ mode: 'url', message, elicitationId, url: protocolPage });
		if (action !== 'accept') return turn.say('You did not open the page. That is fine.');
		await turn.pause(visitChunks);
		await turn.client.completeElicitation(elicitationId);
		await turn.say('You have been there. (I only waited for two seconds.)');
	},
};
