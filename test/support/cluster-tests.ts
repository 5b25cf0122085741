/** The tests that also run against servers of three nodes: files and folders. */
export const clusterTests = [
  "test/stream",
  "test/visibility",
  "test/convergence/entering.test.ts",
  "test/convergence/races.test.ts",
  "test/convergence/walk.test.ts",
  "test/api/bans.test.ts",
  "test/api/channels-stream.test.ts",
  "test/api/groups-races.test.ts",
  "test/api/groups-stream.test.ts",
  "test/api/member-races.test.ts",
  "test/api/messages-order.test.ts",
  "test/api/messages-sending.test.ts",
  "test/api/messages-together.test.ts",
  "test/api/relationships-races.test.ts",
  "test/api/roles-races.test.ts",
  "test/api/servers-stream.test.ts",
  "test/api/sessions.test.ts",
  "test/api/webhooks-races.test.ts",
];

/** Those of them that also run with Redis between the nodes. */
export const redisTests = [
  "test/stream/gap-free-ready.test.ts",
  "test/stream/presence.test.ts",
  "test/stream/server-views.test.ts",
  "test/stream/server-views-roles.test.ts",
  "test/stream/typing.test.ts",
  "test/convergence/races.test.ts",
  "test/api/messages-sending.test.ts",
];

/** How long the one and the other take, roughly. */
export const clusterSeconds = [170, 33];
