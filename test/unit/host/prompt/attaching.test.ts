/** What is attached while the view goes away or shows another session. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Session } from '../../../../src/core/session/driver/session.ts';
import { noCapabilities } from '../../../../src/core/session/model/capabilities.ts';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import type { ViewAttachment } from '../../../../src/core/view/viewAttachment.ts';
import type { ChatSurface } from '../../../../src/host/chat/chatSurface.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { only } from '../../only.ts';
import { useVscode } from '../fakeVscode.ts';
import { hostedFake } from '../hostedFake.ts';
import { sessions } from './outboxRig.ts';

const file: ViewAttachment = { type: 'file', id: 'file:///ws/a.png', name: 'a.png' };

describe('a picture that the host reads for the view to scale down [hazard G2]', () => {
	const state = only<SessionState>({ cwd: '/ws', capabilities: { ...noCapabilities, promptImage: true } });
	const hosted = hostedFake(only<Session>({ state }));
	const posted: ToView[] = [];
	const view: { isThere: boolean; hosted: HostedSession; post: (message: ToView) => void } = {
		isThere: true,
		hosted,
		post: (message) => void posted.push(message),
	};
	let whileReading = (): void => undefined;
	let attach: () => Promise<void>;

	before(async () => {
		const readFile = (): Promise<Uint8Array> => {
			whileReading();
			return Promise.resolve(Buffer.from('data'));
		};
		const stat = (): Promise<object> => Promise.resolve({ type: 1, size: 4 });
		useVscode({
			Uri: { parse: (id: string) => ({ path: id.replace('file://', ''), toString: () => id }) },
			workspace: { asRelativePath: () => file.name, fs: { stat, readFile } },
		});
		const { Attaching } = await import('../../../../src/host/prompt/attaching.ts');
		attach = () => new Attaching(sessions, only<ChatSurface>(view), hosted).add([file]);
	});

	it('goes to the view while that is there', async () => {
		await attach();
		assert.deepEqual(posted.splice(0), [
			{ type: 'takeMedia', name: 'a.png', data: Buffer.from('data').toString('base64') },
		]);
		assert.deepEqual(hosted.draft.attachments, []);
	});

	for (const [name, go] of [
		['is hidden', () => (view.isThere = false)],
		['shows another session', () => (view.hosted = hostedFake())],
	] as const) {
		it(`goes along as a file when the view ${name} while it is read`, async () => {
			Object.assign(view, { isThere: true, hosted });
			hosted.draft = { text: '', attachments: [] };
			whileReading = () => void go();
			await attach();
			assert.deepEqual(posted, []);
			assert.deepEqual(hosted.draft.attachments, [file]);
		});
	}
});
