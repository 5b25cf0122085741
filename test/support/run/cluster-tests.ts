import { isThorough } from "./is-thorough.ts";

/** The tests that also run against servers of three nodes: files and folders. */
export const clusterTests = [
  ...(isThorough
    ? [
        "test/stream",
        "test/convergence/walk.test.ts",
        "test/convergence/entering.test.ts",
        "test/api/conversations/groups-races.test.ts",
        "test/api/conversations/groups-stream.test.ts",
        "test/api/users/relationships-races.test.ts",
        "test/api/servers/member-races.test.ts",
        "test/api/servers/roles-races.test.ts",
        "test/api/servers/stream.test.ts",
        "test/api/accounts/sessions.test.ts",
        "test/api/webhooks/races.test.ts",
      ]
    : [
        "test/stream/gap-free-ready.test.ts",
        "test/stream/lifecycle.test.ts",
        "test/stream/logout.test.ts",
        "test/stream/shared-servers.test.ts",
      ]),
  "test/visibility",
  "test/convergence/races.test.ts",
  "test/api/servers/bans.test.ts",
  "test/api/channels/stream.test.ts",
  "test/api/messages/order.test.ts",
  "test/api/messages/together.test.ts",
];

/** Those that also run with Redis between the nodes. */
export const redisTests = [
  ...(isThorough ? ["test/stream/gap-free-ready.test.ts", "test/convergence/races.test.ts"] : []),
  "test/stream/presence.test.ts",
  "test/stream/server-views.test.ts",
  "test/stream/server-views-roles.test.ts",
  "test/stream/typing.test.ts",
  "test/api/messages/sending.test.ts",
];
