/** The SDK's agent of version 2, by itself. Run by plain node. */
import { fullAppV2 } from './sdkFullAppV2.ts';
import { stdioStream } from './sdkStdio.ts';

fullAppV2.connect(stdioStream());
