/** The SDK's router before its agents, as most agents will have it: `node sdkRouterAgent.ts both|v1|v2`. */
import { agentProtocolRouter } from '@agentclientprotocol/sdk/experimental/v2';
import { fullAppV1 } from './sdkFullAppV1.ts';
import { fullAppV2 } from './sdkFullAppV2.ts';
import { stdioStream } from './sdkStdio.ts';

const [versions = 'both'] = process.argv.slice(2);
const router = agentProtocolRouter();
if (versions !== 'v2') router.withV1(fullAppV1);
if (versions !== 'v1') router.withV2(fullAppV2);
router.connect(stdioStream());
