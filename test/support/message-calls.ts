import type { Message } from "../../src/domains/messages/model.ts";
import { messageView } from "../../src/domains/messages/rules/message-view.ts";
import { findMessage } from "../../src/domains/messages/store/messages.ts";
import { listReactions } from "../../src/domains/messages/store/reactions.ts";
import { type Announcement, topic } from "../../src/protocol/event.ts";
import type { Answer, CallOptions } from "./client.ts";
import type { Person } from "./people.ts";
import { newRoom, type Sending, sent } from "./sending.ts";
import type { TestServer } from "./server.ts";

type Caller = Pick<Person, "token">;

/** Calls about the messages of one channel: who calls, and which message it is about. */
export function messagesIn(server: TestServer, channel: string) {
  const { client } = server;
  const path = `/channels/${channel}/messages`;
  const as = ({ token }: Caller, options: CallOptions = {}) => ({ token, ...options });
  const reaction = (id: string, emoji: string) => `${path}/${id}/reactions/${encodeURIComponent(emoji)}`;
  return {
    /** The id of a new one. */
    say: (by: Caller, draft: object | string = "Hello.") =>
      sent(
        server,
        { by, to: channel } satisfies Sending,
        typeof draft === "string" ? { content: draft } : draft,
      ),
    see: (id: string) => seeMessage(server, channel, id),
    edit: (by: Caller, id: string, body: unknown) => client.patch(`${path}/${id}`, body, as(by)),
    remove: (by: Caller, id: string, options?: CallOptions) =>
      client.delete(`${path}/${id}`, {}, as(by, options)),
    removeMany: (by: Caller, ids: unknown, options?: CallOptions) =>
      client.delete(`${path}/bulk`, { ids }, as(by, options)),
    pin: (by: Caller, id: string, options?: CallOptions) =>
      client.post(`${path}/${id}/pin`, {}, as(by, options)),
    unpin: (by: Caller, id: string, options?: CallOptions) =>
      client.delete(`${path}/${id}/pin`, {}, as(by, options)),
    react: (by: Caller, id: string, emoji: string): Promise<Answer> =>
      client.put(reaction(id, emoji), {}, as(by)),
    unreact: (by: Caller, id: string, emoji: string, query = ""): Promise<Answer> =>
      client.delete(`${reaction(id, emoji)}${query}`, {}, as(by)),
    clear: (by: Caller, id: string) => client.delete(`${path}/${id}/reactions`, {}, as(by)),
    /** How something that happens to the messages is told. */
    told: (name: string, payload: object): Omit<Announcement, "commit"> => ({
      name,
      payload,
      topics: [topic.channel(channel)],
    }),
  };
}

export type MessageCalls = ReturnType<typeof messagesIn>;

/** A channel of a server with people in it, and the calls about its messages. */
export async function newRoomWithCalls(server: TestServer) {
  const room = await newRoom(server);
  return { ...room, calls: messagesIn(server, room.channel) };
}

/** A message as whoever fetches it sees it. */
export function seeMessage(
  { running }: TestServer,
  channel: string,
  id: string,
): Promise<Message | undefined> {
  return running.store.read(async (db) => {
    const row = await findMessage(db, channel, id);
    return row && messageView(row, await listReactions(db, channel, [id]));
  });
}
