/** One real agent in one window of the real VS Code, seen and driven as a user does. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject, objectsIn } from '../../../src/core/base/json.ts';
import { guardOver } from '../../vscode/workbench/guardOver.ts';
import { readTraffic, type WireMessage } from '../../vscode/workbench/wireRecord.ts';
import type { Workbench } from '../../vscode/workbench/workbench.ts';

/** Of a permission's options: the one that is meant, whatever the agent calls it. */
export type Choice = 'allow_once' | 'reject_once';

/** What a picker said when it was answered. */
export interface Asked {
	readonly title: string;
	readonly text: string;
}

const startMs = 90_000;
const turnMs = 90_000;

export class AgentWindow {
	readonly workbench: Workbench;
	readonly #name: string;
	readonly #program: string;

	/** @param program part of the command line of every process of the agent */
	constructor(workbench: Workbench, name: string, program: string) {
		this.workbench = workbench;
		this.#name = name;
		this.#program = program;
	}

	async start(): Promise<void> {
		const { chat, quickInput } = this.workbench;
		await this.workbench.runCommand('ACP: New Session');
		await quickInput.pick(this.#name);
		await chat.waitForEmptyTranscript();
		await chat.waitForStatus(/Ready|Not approved|Agent exited|Login required/u, startMs);
		if (await this.hasStatus('Not approved')) {
			await guardOver();
			await (await chat.button('Approve')).click();
		}
		await chat.waitForStatus('Ready', startMs);
		await this.askMode();
	}

	/** Some agents begin in a mode in which they do not ask. */
	async askMode(): Promise<void> {
		await this.chooseMode(/^(default|ask|manual|read.?only)/iu);
	}

	/** Sends a prompt and answers every permission of the turn alike. @returns what was asked, in order */
	async prompt(text: string, choice: Choice): Promise<readonly Asked[]> {
		await this.workbench.chat.send(text);
		const asked: Asked[] = [];
		const deadline = Date.now() + turnMs;
		while (Date.now() < deadline) {
			await sleep(300);
			if (await this.#isAsked()) asked.push(await this.#answer(choice));
			else if (await this.hasStatus('Ready')) return asked;
			else if (await this.isAsking()) return asked;
		}
		throw new Error(`The turn did not end within ${turnMs / 1000} s.`);
	}

	/**
	 * Sends a message without waiting for the end of the turn.
	 * @returns what the button says that this does, and what takes a picture of it
	 */
	async sendNow(text: string): Promise<readonly [way: string, screenshot: () => Promise<unknown>]> {
		const { chat } = this.workbench;
		await (await chat.composer()).fill(text);
		const button = (await chat.frame()).locator('.send-now');
		await button.hover();
		const way = (await button.getAttribute('aria-label')) ?? '';
		await this.workbench.screenshot(`real-agents/${this.#name}-send-now`);
		await button.click();
		await chat.waitForText(text);
		return [way, () => this.workbench.screenshot(`real-agents/${this.#name}-steered`)];
	}

	isAsking(): Promise<boolean> {
		return this.hasStatus('Waiting for your answer');
	}

	async hasStatus(text: string): Promise<boolean> {
		const status = (await this.workbench.chat.frame()).getByRole('status').filter({ hasText: text });
		return (await status.count()) > 0;
	}

	/** Everything that went over the wire so far. */
	async traffic(): Promise<readonly WireMessage[]> {
		return (await readTraffic(this.workbench.server.dataDir)).flat();
	}

	/** Chooses a value whose name matches wherever the agent offers modes. @returns false when there is none */
	async chooseMode(name: RegExp): Promise<boolean> {
		const frame = await this.workbench.chat.frame();
		let hasChosen = false;
		for (const combo of await frame.getByRole('combobox', { name: /\bmode\b/iu }).all()) {
			const labels = await combo.locator('option').allInnerTexts();
			const label = labels.find((text) => name.test(text));
			if (label === undefined) continue;
			await combo.selectOption({ label });
			await sleep(1_000);
			hasChosen = true;
		}
		return (await this.#chooseHiddenMode(name)) || hasChosen;
	}

	/** What is chosen now, of each mode that is seen below the message. */
	async modes(): Promise<readonly string[]> {
		const frame = await this.workbench.chat.frame();
		const combos = await frame.getByRole('combobox', { name: /\bmode\b/iu }).all();
		return Promise.all(combos.map((combo) => combo.locator('option:checked').innerText()));
	}

	/** Fills in the question that is open: the first choice, then sends it. */
	async answerQuestion(): Promise<string> {
		const card = (await this.workbench.chat.articles(/^Question from/u)).last();
		await card.getByRole('button', { name: 'Decline' }).waitFor();
		await guardOver();
		const text = await card.innerText();
		await card.getByRole('radio').or(card.getByRole('checkbox')).first().check();
		// Answers are looked through before they go.
		for (const name of ['Submit', 'Send']) {
			await card.getByRole('button', { name, exact: true }).click();
			await guardOver();
		}
		return text;
	}

	/** Ends what a scenario has left open, so that the next one begins with an agent at rest. */
	async rest(): Promise<void> {
		if (await this.hasStatus('Ready')) return;
		await this.workbench.page.keyboard.press('Escape');
		const stop = await this.workbench.chat.button('Stop');
		if ((await stop.count()) > 0) await stop.first().click();
		const isReady = await this.workbench.chat.waitForStatus('Ready', 15_000).then(
			() => true,
			() => false,
		);
		if (!isReady) await this.start();
	}

	/** Ends all processes of the agent that work in this workspace, at once. */
	kill(): number {
		const pids = processesIn(this.workbench.folder, this.#program);
		for (const pid of pids) process.kill(pid, 'SIGKILL');
		return pids.length;
	}

	/** Modes for which there is no room below the message. */
	async #chooseHiddenMode(name: RegExp): Promise<boolean> {
		const { chat, quickInput, page } = this.workbench;
		const more = await chat.button('More options');
		if (!(await more.isVisible())) return false;
		await more.click();
		const modes = (await quickInput.rows()).filter((label) => /\bmode\b/iu.test(label));
		await page.keyboard.press('Escape');
		for (const mode of modes) {
			await more.click();
			await quickInput.pick(mode);
			await quickInput.waitForTitle(mode);
			const label = (await quickInput.rows()).find((text) => name.test(text));
			if (label !== undefined) {
				await quickInput.pick(label);
				await sleep(1_000);
				return true;
			}
			await page.keyboard.press('Escape');
			await quickInput.waitClosed();
		}
		return false;
	}

	async #isAsked(): Promise<boolean> {
		const { quickInput } = this.workbench;
		return (await quickInput.isOpen()) && (await this.#lastPermission()) !== undefined;
	}

	async #answer(choice: Choice): Promise<Asked> {
		const { quickInput } = this.workbench;
		await guardOver();
		const asked = {
			title: await quickInput.title(),
			text: (await quickInput.widget.locator('.label-name').allInnerTexts()).join('\n'),
		};
		const permission = (await this.#lastPermission()) ?? {};
		const options = objectsIn(permission['options'] ?? gatewayOptions);
		const side = choice === 'allow_once' ? 'allow' : 'reject';
		const option =
			options.find(({ kind }) => kind === choice) ??
			options.find(({ kind }) => String(kind).startsWith(side));
		// One label may begin with another.
		const label = quickInput.widget
			.locator('.label-name')
			.getByText(String(option?.['name']), { exact: true });
		await label.first().click();
		await quickInput.waitClosed();
		return asked;
	}

	async #lastPermission(): Promise<JsonObject | undefined> {
		const asked = (await this.traffic()).findLast(
			({ dir, msg }) => dir === 'in' && /request_?(permission|approval)$/iu.test(String(msg['method'])),
		);
		return isJsonObject(asked?.msg['params']) ? asked.msg['params'] : undefined;
	}
}

/** What a gateway is answered with, whose decisions have no names of their own; the last of them it always offers. */
const gatewayOptions = [
	{ kind: 'allow_once', name: 'Allow' },
	{ kind: 'reject_once', name: 'Reject and stop' },
];

/** Processes that work in a folder and have a text in their command line. Linux only, as the rest of this tool. */
function processesIn(folder: string, text: string): readonly number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/u.test(name))
		.filter((pid) => {
			try {
				const isThere = readlinkSync(`/proc/${pid}/cwd`) === folder;
				return isThere && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
			} catch {
				// The process ended meanwhile, or belongs to another user.
				return false;
			}
		})
		.map(Number);
}
