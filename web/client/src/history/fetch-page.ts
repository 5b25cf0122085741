import type { MessagesWithPeople } from "../../../protocol/types.ts";
import type { Client } from "../session/client.ts";

export interface PageQuery {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly nearby?: string;
  readonly sort?: "Latest" | "Oldest";
}

export type Page = MessagesWithPeople;

/** A page of a channel's history with its authors. */
export async function fetchPage(client: Client, channelId: string, query: PageQuery): Promise<Page> {
  const reply = await client.api.get(`/channels/${channelId}/messages`, { ...query, include_users: true });
  return "messages" in reply ? reply : { messages: reply, users: [] };
}

/**
 * A page of a channel's history, given to `prepare` as it comes. It is fetched again while events concern messages of
 * it: the answer may have been made before them.
 */
export async function fetchUnchanged(
  client: Client,
  channelId: string,
  query: PageQuery,
  prepare: (page: Page) => Promise<void>,
): Promise<Page> {
  const changed = new Set<string>();
  const stopListening = [
    ...(["MessageUpdate", "MessageAppend", "MessageDelete"] as const).map((type) =>
      client.on(type, ({ id }) => changed.add(id)),
    ),
    ...(["MessageReact", "MessageUnreact", "MessageRemoveReaction"] as const).map((type) =>
      client.on(type, ({ id }) => changed.add(id)),
    ),
    client.on("BulkMessageDelete", ({ ids }) => {
      for (const id of ids) changed.add(id);
    }),
  ];
  try {
    for (let attempt = 0; ; attempt += 1) {
      changed.clear();
      const page = await fetchPage(client, channelId, query);
      await prepare(page);
      if (attempt === 2 || !page.messages.some(({ _id }) => changed.has(_id))) return page;
    }
  } finally {
    for (const stop of stopListening) stop();
  }
}

/** Adds a page to the state, and replaces what the state had of these messages. */
export function keepPage(client: Client, page: Page): void {
  client.learn(page);
}

/** How many messages a frame has time to take in, besides its other work. */
const portion = 8;

/** As `keepPage`, but lets the browser paint in between: for messages that are not on screen yet. */
export async function keepPageInPortions(client: Client, page: Page): Promise<void> {
  const { messages, users } = page;
  const members = page.members ?? [];
  const length = Math.max(messages.length, users.length, members.length);
  for (let at = 0; at < length; at += portion) {
    const part = <T>(all: readonly T[]) => all.slice(at, at + portion);
    keepPage(client, { messages: part(messages), users: part(users), members: part(members) });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Fetches one message, and returns its id. */
export async function fetchMessage(client: Client, channelId: string, id: string): Promise<string> {
  client.learn({ messages: [await client.api.get(`/channels/${channelId}/messages/${id}`)] });
  return id;
}
