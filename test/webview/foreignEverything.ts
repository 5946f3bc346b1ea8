/**
 * A conversation that holds everything the view can show, in which all that comes from agents, users and files is
 * written in Greek letters: what is in Latin ones is ours.
 */
import type { AttemptCause } from '../../src/core/session/model/attempts.ts';
import type { ElicitationField } from '../../src/core/session/model/elicitation.ts';
import { noticeActions } from '../../src/core/view/fromView.ts';
import type { ViewContent, ViewEntry } from '../../src/core/view/viewEntry.ts';
import type { ViewAgentState, ViewSession } from '../../src/core/view/viewSession.ts';
import { sampleForm, sampleUrl } from './questions.ts';
import { sampleMessage, sampleNotice, samplePermission, sampleToolCall } from './samples.ts';

const options = [
	{ optionId: 'y', name: 'Ναι', kind: 'allow_once' as const },
	{ optionId: 'n', name: 'Όχι', kind: 'reject_once' as const },
];
const permission = (id: string, fields: Parameters<typeof samplePermission>[1] = {}): ViewEntry =>
	samplePermission(id, { title: 'Άδεια', details: 'εντολή', options, ...fields });
const call = (id: string, fields: Parameters<typeof sampleToolCall>[1] = {}): ViewEntry =>
	sampleToolCall(id, { title: 'Εργασία', kind: 'execute', durationMs: 65_000, ...fields });
const change = {
	path: '/α/β',
	label: 'α/β',
	added: 2,
	removed: 1,
	preview: ['+α', '-β'],
	isPreviewCut: true,
};
const file = {
	type: 'file_change' as const,
	...change,
	hasPatch: true,
	isPatchUnreadable: false,
	index: 0,
};
const terminal = { type: 'terminal' as const, label: 'εντολή', output: 'έξοδος', isTruncated: true };
const choices = ['α', 'β'].map((value) => ({ value, label: value, description: value }));
const many = ['α', 'β', 'γ', 'δ', 'ε', 'ζ'].map((value) => ({ value, label: value }));

const causes: readonly AttemptCause[] = [
	'network',
	'timeout',
	'rate_limit',
	'overloaded',
	'server_error',
	'tool_error',
	'other',
];

const fields: readonly ElicitationField[] = [
	{ type: 'text', name: 'α', isRequired: true, minLength: 3 },
	{ type: 'text', name: 'β', isRequired: false, format: 'email' },
	{ type: 'number', name: 'γ', isRequired: true, isInteger: true, minimum: 3 },
	{ type: 'boolean', name: 'δ', isRequired: true },
	{ type: 'choice', name: 'ε', isRequired: false, choices },
	{ type: 'choice', name: 'ζ', isRequired: true, choices: many },
	{ type: 'choices', name: 'η', isRequired: true, minItems: 1, choices },
	{ type: 'unknown', name: 'θ', isRequired: false, kind: 'ι' },
];

const contents: readonly ViewContent[] = [
	{
		type: 'text',
		text: '- [x] ένα\n- [ ] δύο\n\n```\nκώδικας\n```\n\n```λ\nκώδικας\n```\n\n![](data:image/png;base64,AA==)',
	},
	{ type: 'text', text: 'συνημμένο', attached: { type: 'range', id: 'α', name: 'α:3' } },
	{ type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' },
	{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
	{ type: 'audio', mimeType: 'audio/mpeg', bytes: 3_500_000 },
	{ type: 'unknown', kind: 'ολόγραμμα' },
	{ type: 'resource_link', uri: 'αρχείο', name: 'αρχείο', size: 2048 },
	{ type: 'resource', uri: 'αρχείο', blobBytes: 5 },
];

/** One of each kind in each state. */
export const foreignEntries: readonly ViewEntry[] = [
	sampleMessage('u', 'Γειά', { role: 'user' }),
	sampleMessage('unsent', 'Γειά', { role: 'user', isUnsent: true }),
	sampleMessage('held', 'Γειά', { role: 'user', isUnsent: true, isAwaitingLogin: true }),
	sampleMessage('a', '', { content: contents }),
	sampleMessage('t1', 'Σκέψη', { role: 'thought', durationMs: 4200 }),
	sampleMessage('t2', 'Σκέψη', { role: 'thought' }),
	sampleMessage('t3', 'Σκέψη', { role: 'thought', isComplete: false }),
	...(['pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled'] as const).map((status) =>
		call(`c-${status}`, { status }),
	),
	call('stoppable', { status: 'in_progress', canCancel: true }),
	call('stopping', { status: 'in_progress', canCancel: true, isCancelling: true }),
	call('raw', { hasRaw: true, name: 'εργαλείο', locations: [{ path: '/α', line: 3, label: 'α' }] }),
	call('changes', {
		kind: 'edit',
		content: [
			...(['create', 'modify', 'delete'] as const).map((kind, index) => ({
				type: 'diff' as const,
				...change,
				kind,
				index,
			})),
			...(['add', 'delete', 'modify', 'move', 'copy', 'other'] as const).map((operation) => ({
				...file,
				operation,
			})),
			{ ...file, operation: 'modify', oldLabel: 'γ', fileType: 'binary', hasPatch: false },
			{ ...file, operation: 'modify', fileType: 'directory', hasPatch: false, preview: [] },
			{ ...file, operation: 'modify', fileType: 'symlink', hasPatch: false, preview: [] },
			{ ...file, operation: 'modify', hasPatch: false, preview: [] },
			{ ...file, operation: 'modify', isPatchUnreadable: true, preview: [] },
		],
	}),
	call('terminals', {
		content: [
			{ ...terminal, terminalId: 't1', cwdLabel: 'φάκελος', exit: { exitCode: 1, signal: null } },
			{ ...terminal, terminalId: 't2', exit: { exitCode: null, signal: 'ΣΗΜΑ' } },
			{ ...terminal, terminalId: 't3', exit: { exitCode: null, signal: null } },
			{ ...terminal, terminalId: 't4' },
			{ ...terminal, terminalId: 't5', output: '', isMissing: true },
		],
	}),
	call('missing', {
		status: 'in_progress',
		content: [{ ...terminal, terminalId: 't6', output: '', isMissing: true }],
	}),
	...['r1', 'r2', 'r3'].map((id) => call(id, { kind: 'read', locations: [{ path: `/${id}`, label: 'α' }] })),
	call('r4', { kind: 'search' }),
	call('r5', { kind: 'read', status: 'failed' }),
	call('r6', { kind: 'read', status: 'cancelled' }),
	{
		type: 'plan',
		id: 'plan',
		isRemoved: false,
		items: (['pending', 'in_progress', 'completed', 'cancelled'] as const).map((status) => ({
			content: 'Βήμα',
			priority: 'high',
			status,
		})),
	},
	{
		type: 'plan',
		id: 'gone',
		isRemoved: true,
		items: [{ content: 'Βήμα', priority: 'low', status: 'cancelled' }],
	},
	{ type: 'plan', id: 'odd', isRemoved: false, items: [], document: { type: 'other', kind: 'χάρτης' } },
	permission('p1', { hasDiff: true, description: 'Γιατί', cwdLabel: 'φάκελος' }),
	permission('p2', {
		state: { type: 'answered', option: { optionId: 'y', name: 'Ναι', kind: 'allow_once' } },
	}),
	...(['user', 'agent', 'exit'] as const).flatMap((by): ViewEntry[] => [
		permission(`p-${by}`, { state: { type: 'cancelled', by } }),
		sampleForm([], { id: `q-${by}`, message: 'Ερώτηση', state: { type: 'cancelled', by } }),
	]),
	...(['allow_once', 'reject_once'] as const).map((kind) =>
		permission(`p-${kind}`, {
			state: {
				type: 'answered',
				option: { optionId: 'y', name: 'Ναι', kind },
				rule: { id: 'r', text: 'κανόνας' },
			},
		}),
	),
	sampleForm(fields, { id: 'q', message: 'Ερώτηση', title: 'Τίτλος', description: 'Κείμενο' }),
	sampleForm([{ type: 'unknown', name: 'θ', isRequired: true, kind: 'ι' }], { id: 'q2', message: 'Ερώτηση' }),
	sampleUrl('https://x', { id: 'q3', message: 'Ερώτηση', target: { host: 'ξ', warnings: ['Προσοχή'] } }),
	sampleUrl('https://x', { id: 'q4', message: 'Ερώτηση', state: { type: 'accepted', isWaiting: true } }),
	sampleUrl('https://x', { id: 'q5', message: 'Ερώτηση', state: { type: 'accepted', isWaiting: false } }),
	sampleForm([], { id: 'q6', message: 'Ερώτηση', state: { type: 'accepted', isWaiting: false } }),
	sampleForm([], { id: 'q7', message: 'Ερώτηση', state: { type: 'declined' } }),
	...(['in_progress', 'completed', 'failed', 'cancelled'] as const).map((status): ViewEntry => ({
		type: 'compaction',
		id: `m-${status}`,
		status,
		summary: [{ type: 'text', text: 'Περίληψη' }],
		error: 'Σφάλμα',
	})),
	...(['running', 'idle', 'requires_action', 'failed', 'cancelled', 'unknown'] as const).map(
		(state): ViewEntry => ({
			type: 'subagent',
			id: `s-${state}`,
			title: 'Βοηθός',
			state,
			canCancel: true,
		}),
	),
	...(['task', 'turn'] as const).map((kind): ViewEntry => ({
		type: 'subagent',
		id: `s-${kind}`,
		kind,
		title: 'Βοηθός',
		state: 'running',
		canCancel: true,
	})),
	...causes.map((cause, at): ViewEntry => ({
		type: 'attempt',
		id: `a-${cause}`,
		attempts: {
			number: 2,
			...(at === 0 ? {} : { of: 3 }),
			state: 'waiting',
			nextAt: Date.now() + 60_000,
			failure: { before: 2, cause, message: 'Σφάλμα' },
		},
	})),
	...(['running', 'recovered', 'gave_up', 'stopped'] as const).map((state) =>
		sampleToolCall(`a-${state}`, { title: 'Εργασία', kind: 'think', attempts: { number: 2, state } }),
	),
	sampleToolCall('inside', { title: 'Εργασία', kind: 'think', subagentId: 's-running' }),
	sampleNotice('n', {
		title: 'Σημείωση',
		detail: 'Λεπτομέρεια',
		actions: [...noticeActions],
	}),
];

/** What else is on show beside the entries. */
export const foreignSession: Partial<ViewSession> = {
	agentTitle: 'Πράκτορας',
	title: 'Συνεδρία',
	turn: { type: 'requires_action', startedAt: 0 },
	planIds: ['plan'],
	pendingPermissions: ['p1'],
	pendingElicitations: ['q'],
	commands: Array.from({ length: 60 }, (_, n) => ({ name: `εντολή${n}`, description: 'Κάνει' })),
	options: [
		{ type: 'boolean', id: 'b', name: 'Διακόπτης', current: true, via: 'option' },
		{
			type: 'select',
			id: 's',
			name: 'Επιλογή',
			via: 'option',
			current: 'α',
			groups: [{ choices: [{ value: 'α', name: 'Άλφα', description: 'Πρώτο' }] }],
		},
	],
	usage: { used: 12_345, size: 200_000, cost: { amount: 1.5, currency: '€' } },
	quota: [
		{ id: '1', hours: 5, used: 0.2, resetsAt: Date.now() + 3_600_000 },
		{ id: '2', hours: 24, used: 0.2, resetsAt: 1_000 },
		{ id: '3', hours: 168, label: 'άλφα', resetsAt: Date.now() + 360_000_000 },
		{ id: '4', label: 'βήτα', used: 0.95, warning: 'near' },
		{ id: '5', warning: 'reached' },
	],
	notices: (['info', 'warning', 'error'] as const).map((severity) => ({
		id: severity,
		severity,
		title: 'Είδηση',
		description: 'Λεπτομέρεια',
	})),
	running: [
		{ type: 'terminal', id: 'a', terminalId: 'a', label: 'εντολή', startedAt: 0, canStop: true },
		{ type: 'terminal', id: 'b', terminalId: 'b', label: 'εντολή', canStop: true, isStopping: true },
		{ type: 'other', id: 'c', label: 'δουλειά', canStop: false },
	],
	queue: [
		{ id: '1', text: 'πρώτο', place: 'here', isNext: true },
		{ id: '2', text: 'δεύτερο', place: 'here' },
		{ id: '3', text: 'τρίτο', place: 'agent' },
		{ id: '4', text: 'τέταρτο', place: 'withdrawing' },
	],
	queuePause: 'failure',
};

/** What a reader unfolded before. */
export const foreignState = {
	sessionKey: 'session-1',
	expanded: Object.fromEntries(
		['t1', 'raw', 'changes', 'terminals', 'missing', 'group', 's-running'].map((id) => [id, true]),
	),
	isPlanOpen: true,
};

/** The agent in every state that the view tells apart. */
export const foreignAgents: readonly ViewAgentState[] = [
	{ type: 'exited' },
	{ type: 'starting', since: 0 },
	{ type: 'unapproved', commandLine: 'εντολή' },
	...([undefined, 'running', 'failed'] as const).map((attempt): ViewAgentState => ({
		type: 'login_required',
		reason: 'Λόγος',
		hasPromptAwaitingLogin: true,
		methods: (['agent', 'terminal', 'command', 'env_var', 'other'] as const).map((type) => ({
			id: type,
			name: 'Τρόπος',
			type,
		})),
		...(attempt === undefined ? {} : { attempt: { type: attempt, methodId: 'env_var', message: 'Λάθος' } }),
	})),
	{ type: 'login_required', reason: 'Λόγος', hasPromptAwaitingLogin: false, methods: [] },
];
