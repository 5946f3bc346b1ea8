/** The login of a device at a Pioneer gateway of the third generation, over sockets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentError } from '../../../../../src/core/base/errors.ts';
import { findPioneerLogin } from '../../../../../src/core/turns/connectTurns.ts';
import { type DeviceLogin, openAsDevice } from '../../../../../src/host/agents/openAsDevice.ts';
import { openRemoteLine } from '../../../../../src/host/agents/remoteLine.ts';
import { noProxySettings } from '../../../../../src/node/transport/proxy.ts';
import { PioneerGateway } from '../../../../agents/pioneerGateway.ts';
import { Refusal, refusals, type Served } from '../../../../agents/pioneerServer.ts';
import { until } from '../../../node/support.ts';
import { connect, sessionOf, shown } from './pioneerSession.ts';

const code = 'ABCD-1234';
const refreshToken = (generation: number): string => `prf2_${String(generation).padStart(164, 'r')}`;
const accessToken = (generation: number): string => `access-token-number-${generation}`;

/** A gateway that lets devices in: by the code once, by each refresh token once, by access tokens as long as they count. */
class Devices {
	generation = 0;
	readonly order: string[] = [];
	readonly requestIds: string[] = [];
	/** Answers in place of a grant. */
	answer: ((method: string) => Served | undefined) | undefined;
	#isActive = false;

	start(): Promise<PioneerGateway> {
		return PioneerGateway.start({
			generation: 'G3',
			admits: (bearer = '') =>
				bearer === code ? !this.#isActive : [this.#refresh, this.#access].includes(bearer),
			serve: ({ bearer = '' }, method, params) => {
				const isExchange = method === 'auth/device/activate' || method === 'auth/refresh';
				if (bearer === this.#access && !isExchange) return undefined;
				if (bearer === this.#access || !isExchange)
					throw new Refusal(refusals.authTerminal, 'this socket is restricted');
				this.order.push(method);
				if (method === 'auth/refresh') this.requestIds.push(String(params['refresh_request_id']));
				const answer = this.answer?.(method);
				if (answer !== undefined) return answer;
				this.#isActive = true;
				this.generation++;
				return { result: this.#grant() };
			},
		});
	}

	get #refresh(): string {
		return refreshToken(this.generation);
	}

	get #access(): string {
		return accessToken(this.generation);
	}

	#grant(): object {
		const device = {
			id: 'd',
			installation_id: 'i',
			display_name: 'x',
			client_kind: 'other',
			status: 'active',
		};
		const session = {
			id: 's',
			device_id: 'd',
			token_family_id: 'f',
			status: 'active',
			refresh_generation: this.generation,
			refresh_expires_at_unix: 1_900_000_000,
		};
		return {
			gateway: { id: 'g' },
			principal: { id: 'P'.repeat(21), kind: 'user', display_name: 'X', nickname: 'xx' },
			device,
			session,
			access_token: this.#access,
			access_expires_at_unix: 1_800_000_000,
			refresh_token: this.#refresh,
			refresh_expires_at_unix: 1_900_000_000,
			refresh_generation: this.generation,
			auth_protocol_version: 3,
			credential_storage_order: 'persist_refresh_before_activating_access',
		};
	}
}

interface Device {
	/** What the secret storage has. */
	secret: string;
	readonly log: string[];
	/** Keeps nothing, as if the window went away. */
	crashes?: boolean;
}

async function connected(gateway: PioneerGateway, device: Device, devices?: Devices) {
	const openLine: Parameters<typeof connect>[2] = (options, redactor) => {
		const login: DeviceLogin = {
			headers: { Authorization: `Bearer ${device.secret}` },
			installationId: 'this-device',
			findLogin: findPioneerLogin,
			keep: (token) => {
				if (device.crashes === true) return Promise.reject(new Error('The window is gone'));
				device.secret = token;
				devices?.order.push('kept');
				return Promise.resolve();
			},
			open: (headers, ...rest) => {
				devices?.order.push(`open ${headers['Authorization']?.slice(7, 12)}`);
				return openRemoteLine({ url: gateway.url, headers }, noProxySettings, ...rest);
			},
		};
		return openAsDevice(login, options, redactor);
	};
	return connect(gateway.url, { bearer: device.secret, log: device.log }, openLine);
}

async function withDevices(
	use: (devices: Devices, gateway: PioneerGateway, device: Device) => Promise<void>,
): Promise<void> {
	const devices = new Devices();
	const gateway = await devices.start();
	try {
		await use(devices, gateway, { secret: code, log: [] });
	} finally {
		await gateway.close();
	}
}

describe('A device at a Pioneer gateway', () => {
	it('is activated by its code, keeps what opens the next line, and only then opens this one', () =>
		withDevices(async (devices, gateway, device) => {
			const agent = await connected(gateway, device, devices);
			assert.deepEqual(devices.order, ['open ABCD-', 'auth/device/activate', 'kept', 'open acces']);
			assert.equal(device.secret, refreshToken(1));
			const started = await sessionOf(agent, {}, () => agent.stop());
			await started.say('go');
			assert.equal(shown(started).at(-1), 'agent: All green.');
			await started.close();
		}));

	for (const entered of [' abcd1234', 'abcd-i234', `pioneer://activate?gateway=g&gateway_id=1#code=${code}`])
		it(`may be told its code as ${entered.slice(0, 18).trim()}`, () =>
			withDevices(async (_devices, gateway, device) => {
				device.secret = entered;
				await (await connected(gateway, device)).stop();
				assert.equal(device.secret, refreshToken(1));
			}));

	it('comes back with what it has kept, each token for one exchange', () =>
		withDevices(async (devices, gateway, device) => {
			for (let count = 1; count <= 3; count++) {
				await (await connected(gateway, device)).stop();
				assert.equal(device.secret, refreshToken(count));
			}
			assert.deepEqual(devices.order, ['auth/device/activate', 'auth/refresh', 'auth/refresh']);
		}));

	it('asks the same again with a token whose answer was not kept', () =>
		withDevices(async (devices, gateway, device) => {
			await (await connected(gateway, device)).stop();
			const token = device.secret;
			await assert.rejects(connected(gateway, { ...device, crashes: true }), /window is gone/u);
			// The gateway knows the request by its name, and gives the same once more.
			devices.generation = 1;
			device.secret = token;
			await (await connected(gateway, device)).stop();
			const [first, second] = devices.requestIds;
			assert.equal(first, second);
			assert.equal(first?.includes('prf2'), false, 'the name of the request gives nothing away');
		}));

	it('whose login counts no more is turned away, and not tried again', () =>
		withDevices(async (devices, gateway, device) => {
			devices.answer = () => {
				throw new Refusal(refusals.authTerminal, 'refresh_reuse');
			};
			await assert.rejects(
				connected(gateway, device),
				({ reason, code: status, message }: AgentError) =>
					reason === 'rejected' && status === 401 && /Another token is needed/u.test(message),
			);
			assert.equal(device.secret, code);
		}));

	for (const [what, broken] of [
		['of another version', { auth_protocol_version: 4 }],
		['with a line break in a token', { access_token: 'a\r\nX-Evil: 1' }],
		['that is none', { access_token: 7 }],
	] as const)
		it(`takes no grant ${what}, and keeps nothing of it`, () =>
			withDevices(async (devices, gateway, device) => {
				devices.answer = () => {
					for (const client of gateway.clients)
						client.sendUndocumented({
							id: '0'.repeat(21),
							result: {
								access_token: 'a',
								refresh_token: refreshToken(1),
								auth_protocol_version: 3,
								...broken,
							},
						});
					return { result: undefined, later: new Promise(() => undefined) };
				};
				await assert.rejects(connected(gateway, device), ({ reason }: AgentError) => reason === 'protocol');
				assert.equal(device.secret, code);
			}));

	it('needs its code to be a secret, for what takes its place is one', async () => {
		const login: DeviceLogin = {
			headers: { authorization: `Bearer ${code}` },
			installationId: 'd',
			findLogin: findPioneerLogin,
			keep: undefined,
			open: () => assert.fail('a line was opened'),
		};
		await assert.rejects(
			openAsDevice(login, ...([undefined, undefined] as unknown as [never, never])),
			({ reason, message }: AgentError) => reason === 'denied' && message.includes('${secret:NAME}'),
		);
	});

	it('has none of its tokens in a log [hazard F3]', () =>
		withDevices(async (_devices, gateway, device) => {
			const agent = await connected(gateway, device);
			gateway.cut();
			await until(() => device.log.length > 1);
			await agent.stop();
			for (const token of [code, refreshToken(1), accessToken(1)])
				assert.ok(!device.log.join('\n').includes(token));
		}));
});

describe('A Pioneer gateway that ends the login in a session', () => {
	it('says so for the message that it did not take', () =>
		withDevices(async (devices, gateway, device) => {
			const agent = await connected(gateway, device);
			const started = await sessionOf(agent, {}, () => agent.stop());
			devices.generation++;
			await started.say('go');
			const { entries } = started.session.state;
			assert.match(JSON.stringify([...entries.values()]), /ended this login/u);
			await started.close();
		}));
});
