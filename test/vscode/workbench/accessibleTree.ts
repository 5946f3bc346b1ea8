/** What Chromium tells screen readers of a window: its accessibility tree, asked for by the protocol of its tools. */
import assert from 'node:assert/strict';
import type { CDPSession, Frame, Page } from 'playwright-core';

export interface AccessibleNode {
	readonly role: string;
	readonly name: string;
	readonly description: string;
	/** Those that are said, such as `expanded` and `disabled`. */
	readonly states: readonly string[];
	readonly depth: number;
	/** Undefined for what has no box. */
	readonly box: { readonly left: number; readonly top: number; readonly bottom: number } | undefined;
}

interface Value {
	readonly value?: unknown;
}

interface ToldNode {
	readonly nodeId: string;
	readonly ignored: boolean;
	readonly role?: Value;
	readonly name?: Value;
	readonly description?: Value;
	readonly properties?: readonly { readonly name: string; readonly value: Value }[];
	readonly childIds?: readonly string[];
	readonly backendDOMNodeId?: number;
}

const silent: ReadonlySet<string> = new Set(['none', 'generic', 'StaticText', 'InlineTextBox', 'LineBreak']);
const saidStates = ['expanded', 'pressed', 'selected', 'checked', 'disabled', 'busy'];

/**
 * What is told of one part of a window, in the order in which it is read.
 * @param frame of a webview; absent for the window itself
 * @param isTop the node that has the part
 */
export async function accessiblePart(
	page: Page,
	isTop: (node: AccessibleNode) => boolean,
	frame?: Frame,
): Promise<readonly AccessibleNode[]> {
	const session = await page.context().newCDPSession(page);
	try {
		const frameId = frame === undefined ? undefined : await frameIdOf(session, frame);
		const { nodes } = await session.send(
			'Accessibility.getFullAXTree',
			frameId === undefined ? {} : { frameId },
		);
		const told: readonly ToldNode[] = nodes;
		const byId = new Map(told.map((node) => [node.nodeId, node]));
		const all: AccessibleNode[] = [];
		const walk = async (node: ToldNode, depth: number): Promise<void> => {
			const isSilent = node.ignored || silent.has(textOf(node.role));
			if (!isSilent) all.push(await readNode(session, node, depth));
			for (const id of node.childIds ?? []) {
				const child = byId.get(id);
				if (child !== undefined) await walk(child, isSilent ? depth : depth + 1);
			}
		};
		const [root] = told;
		assert.ok(root, 'there is no accessibility tree');
		await walk(root, 0);
		const at = all.findIndex(isTop);
		assert.notEqual(at, -1, 'the part is not there');
		const top = all[at]?.depth ?? 0;
		const end = all.findIndex((node, index) => index > at && node.depth <= top);
		return all.slice(at, end === -1 ? undefined : end).map((node) => ({ ...node, depth: node.depth - top }));
	} finally {
		await session.detach();
	}
}

/** A line for each node: `button "Keep" (Accept change 1 of 2) [disabled]`. */
export function linesOf(nodes: readonly AccessibleNode[]): readonly string[] {
	return nodes.map(({ role, name, description, states, depth }) =>
		[
			`${'  '.repeat(depth)}${role} "${name}"`,
			...(description === '' ? [] : [`(${description})`]),
			...(states.length === 0 ? [] : [`[${states.join(', ')}]`]),
		].join(' '),
	);
}

const controls: ReadonlySet<string> = new Set(['button', 'link', 'treeitem', 'tab', 'checkbox']);

/** Each control has words of its own, no two have the same ones, and what is read first stands first. */
export function assertReadable(nodes: readonly AccessibleNode[]): void {
	const shown = nodes.filter(({ role }) => controls.has(role));
	assert.ok(shown.length > 0, 'there are no controls');
	const words = shown.map(({ name, description }) => `${name} (${description})`);
	for (const [at, { name }] of shown.entries()) assert.match(name, /\p{L}|\d/u, words[at]);
	assert.deepEqual(words, [...new Set(words)], 'two controls have the same words');
	for (const [at, { box }] of shown.entries()) {
		const next = shown[at + 1]?.box;
		if (box === undefined || next === undefined) continue;
		const isBehind = next.top >= box.bottom - 2 || (next.left >= box.left && next.bottom > box.top);
		assert.ok(isBehind, `${words[at + 1]} is read after ${words[at]} and stands before it`);
	}
}

interface FrameTree {
	readonly frame: { readonly id: string; readonly url: string };
	readonly childFrames?: readonly FrameTree[];
}

/** A webview writes its page into a frame, which has the address of the frame around it from then on. */
async function frameIdOf(session: CDPSession, frame: Frame): Promise<string> {
	const url = frame.parentFrame()?.url();
	const outer = (tree: FrameTree): FrameTree | undefined =>
		tree.frame.url === url ? tree : tree.childFrames?.map(outer).find((found) => found !== undefined);
	const id = outer((await session.send('Page.getFrameTree')).frameTree)?.childFrames?.at(-1)?.frame.id;
	assert.ok(id !== undefined, 'the frame is not there');
	return id;
}

async function readNode(session: CDPSession, node: ToldNode, depth: number): Promise<AccessibleNode> {
	const [role, name, description] = [textOf(node.role), textOf(node.name), textOf(node.description)];
	const states = saidStates.flatMap((state) => {
		const value = node.properties?.find(({ name: of }) => of === state)?.value.value;
		if (value === true || value === 'true') return [state];
		const isSaid = state === 'expanded' || state === 'pressed';
		return isSaid && (value === false || value === 'false') ? [`${state}: false`] : [];
	});
	const box = controls.has(role) ? await boxOf(session, node.backendDOMNodeId) : undefined;
	return { role, name, description, states, depth, box };
}

async function boxOf(session: CDPSession, backendNodeId: number | undefined): Promise<AccessibleNode['box']> {
	if (backendNodeId === undefined) return undefined;
	const params = { backendNodeId };
	const found = await session.send('DOM.getBoxModel', params).catch(() => undefined);
	const [left = 0, top = 0, , , , bottom = 0] = found?.model.border ?? [];
	return found === undefined ? undefined : { left, top, bottom };
}

function textOf(value: Value | undefined): string {
	return typeof value?.value === 'string' ? value.value : '';
}
