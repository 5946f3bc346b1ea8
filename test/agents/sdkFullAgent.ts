/** The SDK's agent of version 1, by itself. Run by plain node. */
import { fullAppV1 } from './sdkFullAppV1.ts';
import { stdioStream } from './sdkStdio.ts';

fullAppV1.connect(stdioStream());
