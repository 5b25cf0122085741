import type { Permission } from "../../../src/permissions/bits.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { readCalls } from "../../support/messages/reading.ts";
import { newRoom } from "../../support/messages/sending.ts";

type Reading = ReturnType<typeof readCalls>;

/** A call of a member in a channel whose default override denies these permissions. */
function reading(
  call: (reading: Reading) => Promise<ApiResponse>,
  denied: readonly Permission[] = [],
): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const room = await newRoom(server);
    if (denied.length > 0) await room.setPermissions([], denied);
    return call(readCalls(server, room.channel, room.member));
  };
}

/** A call about a channel that does not exist. */
function nowhere(call: (reading: Reading) => Promise<ApiResponse>): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const { member } = await newRoom(server);
    return call(readCalls(server, "unknown", member));
  };
}

export const errorCases: ErrorCases = {
  message_query_query: {
    InvalidOperation: reading(({ page }) => page("sort=Relevance")),
    NotFound: nowhere(({ page }) => page()),
  },
  message_fetch_fetch: {
    NotFound: reading(({ one }) => one("unknown")),
  },
  message_search_search: {
    InvalidOperation: reading(({ search }) => search({ query: "x", pinned: true })),
    NotFound: nowhere(({ search }) => search({ query: "x" })),
  },
};
