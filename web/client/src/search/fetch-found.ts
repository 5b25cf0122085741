import type { DataSearchChannels, Message, SearchMark } from "../../../protocol/types.ts";
import type { Channel } from "../model/channel.ts";
import { hidesMessagesOf } from "../session/adults-only.ts";
import type { Client } from "../session/client.ts";

export const scopes = ["channel", "server", "everywhere"] as const;

/** Where somebody searches. */
export interface SearchTarget {
  readonly scope: (typeof scopes)[number];
  /** The open channel; none on the home page, from which one searches everywhere. */
  readonly channel?: Channel | undefined;
}

/** A message that was found, and where its content holds words of the search. */
export interface Found {
  readonly message: Message;
  readonly marks: readonly SearchMark[];
}

export interface FoundPage {
  readonly found: readonly Found[];
  /** The request for what comes after this page, if the search has not ended. */
  readonly next?: DataSearchChannels | undefined;
}

/**
 * A page of a search. Its authors go into the state; the messages do not, as those would have to be taken out again
 * when nothing shows them.
 */
export async function fetchFound(
  client: Client,
  { scope, channel }: SearchTarget,
  request: DataSearchChannels,
): Promise<FoundPage> {
  const body = scope === "channel" && channel ? { ...request, channel: channel.id } : request;
  // Pinned messages are fetched with each visit of a channel, and the server limits calls below a server most.
  const isListOfPins = scope === "channel" && request.pinned && request.query === undefined;
  const server = scope === "everywhere" || isListOfPins ? undefined : channel?.serverId;
  const { messages, marks, users, members, next } = await (server === undefined
    ? client.api.post("/search", body)
    : client.api.post(`/servers/${server}/search`, body));
  client.learn({ users, members });
  return {
    // Those of the server itself have no words to show.
    found: messages
      .filter(({ system, channel }) => !system && !hidesMessagesOf(client, channel))
      .map((message) => ({ message, marks: marks[message._id] ?? [] })),
    next:
      next === undefined ? undefined : { ...request, [request.sort === "Oldest" ? "after" : "before"]: next },
  };
}
