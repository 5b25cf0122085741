import type { Message } from "../../../protocol/types.ts";
import { fetchPage } from "../history/fetch-page.ts";
import type { Channel } from "../model/channel.ts";
import { hidesMessagesOf } from "../session/adults-only.ts";
import type { Client } from "../session/client.ts";

/** How many messages of a channel are shown. */
export const mostExcerpts = 3;

/**
 * What is new in a channel: the latest messages that mention the user, or else the first ones that are unread. The
 * messages do not go into the state, as they would have to be taken out again when nothing shows them.
 */
export async function fetchExcerpts(client: Client, channel: Channel): Promise<readonly Message[]> {
  if (hidesMessagesOf(client, channel.id)) return [];
  const fetch = async (query: Parameters<typeof fetchPage>[2]) => {
    const { messages, users, members } = await fetchPage(client, channel.id, query);
    client.learn({ users, members });
    return messages;
  };
  const mentions = channel.mentions.slice(-mostExcerpts);
  if (mentions.length === 0) {
    const { lastReadId } = channel;
    if (lastReadId === undefined) return (await fetch({ limit: mostExcerpts })).toReversed();
    return fetch({ after: lastReadId, sort: "Oldest", limit: mostExcerpts });
  }
  // Together with its neighbours, as this brings the authors along.
  const pages = await Promise.all(mentions.map((id) => fetch({ nearby: id, limit: 2 })));
  return pages.flatMap((page, at) => page.find(({ _id }) => _id === mentions[at]) ?? []);
}
