/**
 * The SDK's protocol router in front of agents of one version or both: `node sdkVersionsAgent.ts 1|2 …`. The id of a
 * session says its version and what the agent was told of our files. Run by plain node.
 */
import { Readable, Writable } from 'node:stream';
import * as v1 from '@agentclientprotocol/sdk';
import * as v2 from '@agentclientprotocol/sdk/experimental/v2';

const info = { name: 'sdk-versions', version: '2.4.0' };

/** What the client says that it serves. */
let client: v1.ClientCapabilities | undefined;

const agentOfV1 = v1
	.agent(info)
	.onRequest('initialize', ({ params }) => {
		client = params.clientCapabilities;
		return { protocolVersion: 1, agentInfo: info, agentCapabilities: {} };
	})
	.onRequest('session/new', () => ({ sessionId: `v1 ${JSON.stringify(client?.fs ?? null)}` }));

const agentOfV2 = v2
	.agent(info)
	.onRequest('initialize', () => ({ protocolVersion: 2, info, capabilities: { session: {} } }))
	.onRequest('session/new', () => ({ sessionId: 'v2' }));

const router = v2.agentProtocolRouter();
const versions = process.argv.slice(2);
if (versions.includes('1')) router.withV1(agentOfV1);
if (versions.includes('2')) router.withV2(agentOfV2);
router.connect(
	v2.ndJsonStream(
		Writable.toWeb(process.stdout),
		Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
	),
);
