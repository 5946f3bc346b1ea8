import {
	agentNotifications,
	agentRequests,
	agentRequestsV2,
	cancelRequest,
	legacyAgentRequests,
	unstableAgentRequests,
} from '../../../../src/core/acp/methods.ts';

/** Everything a client of version 1 may put on the wire as `method`. */
export const sentByClient: ReadonlySet<string> = new Set([
	...Object.values(agentRequests),
	...Object.values(unstableAgentRequests),
	...Object.values(legacyAgentRequests),
	...Object.values(agentNotifications),
	cancelRequest,
]);

/** Everything a client of version 2 may put on the wire as `method`. */
export const sentByClientV2: ReadonlySet<string> = new Set([
	...Object.values(agentRequestsV2),
	...Object.values(unstableAgentRequests),
	...Object.values(agentNotifications),
	cancelRequest,
]);
