import type { Permission } from "../../../src/permissions/bits.ts";
import type { Answer } from "../client.ts";
import { readingIn } from "../reading.ts";
import { newRoom } from "../sending.ts";
import { asBot } from "./as-bot.ts";
import type { Provocation, Provocations } from "./stage.ts";

type Reading = ReturnType<typeof readingIn>;

/** What a member is answered in a channel, perhaps where everybody lacks a permission. */
function reading(
  call: (reading: Reading) => Promise<Answer>,
  denied: readonly Permission[] = [],
): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const room = await newRoom(server);
    if (denied.length > 0) await room.change([], denied);
    return call(readingIn(server, room.channel, room.member));
  };
}

/** The same in a channel that does not exist. */
function nowhere(call: (reading: Reading) => Promise<Answer>): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const { member } = await newRoom(server);
    return call(readingIn(server, "unknown", member));
  };
}

export const readingProvocations: Provocations = {
  message_query_query: {
    InvalidOperation: reading(({ page }) => page("sort=Relevance")),
    NotFound: nowhere(({ page }) => page()),
    MissingPermission: reading(({ page }) => page(), ["ReadMessageHistory"]),
  },
  message_fetch_fetch: {
    NotFound: reading(({ one }) => one("unknown")),
    MissingPermission: reading(({ one }) => one("unknown"), ["ReadMessageHistory"]),
  },
  message_search_search: {
    IsBot: asBot("post", "/channels/unknown/search"),
    InvalidOperation: reading(({ search }) => search({ query: "x", pinned: true })),
    NotFound: nowhere(({ search }) => search({ query: "x" })),
    MissingPermission: reading(({ search }) => search({ query: "x" }), ["ReadMessageHistory"]),
  },
};
