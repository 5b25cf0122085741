import type { Message } from "../../../src/domains/messages/model.ts";
import { messageView } from "../../../src/domains/messages/rules/message-view.ts";
import { findMessage } from "../../../src/domains/messages/store/messages.ts";
import { listReactions } from "../../../src/domains/messages/store/reactions.ts";
import { type Announcement, topic } from "../../../src/visibility/announcement.ts";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse, CallOptions } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";
import { newRoom, type SendTarget, sendMessage } from "./sending.ts";

type Caller = Pick<Person, "token">;

/** Calls about the messages of one channel; each takes the caller and, where there is one, the message. */
export function messageCalls(server: TestServer, channel: string) {
  const { client } = server;
  const path = `/channels/${channel}/messages`;
  const as = ({ token }: Caller, options: CallOptions = {}) => ({ token, ...options });
  const reaction = (id: string, emoji: string) => `${path}/${id}/reactions/${encodeURIComponent(emoji)}`;
  return {
    /** Sends a message and returns its id. */
    send: (by: Caller, draft: object | string = "Hello.") =>
      sendMessage(
        server,
        { by, channel: channel } satisfies SendTarget,
        typeof draft === "string" ? { content: draft } : draft,
      ),
    read: (id: string) => readMessage(server, channel, id),
    edit: (by: Caller, id: string, body: unknown) => client.patch(`${path}/${id}`, body, as(by)),
    remove: (by: Caller, id: string, options?: CallOptions) =>
      client.delete(`${path}/${id}`, {}, as(by, options)),
    removeMany: (by: Caller, ids: unknown, options?: CallOptions) =>
      client.delete(`${path}/bulk`, { ids }, as(by, options)),
    pin: (by: Caller, id: string, options?: CallOptions) =>
      client.post(`${path}/${id}/pin`, {}, as(by, options)),
    unpin: (by: Caller, id: string, options?: CallOptions) =>
      client.delete(`${path}/${id}/pin`, {}, as(by, options)),
    react: (by: Caller, id: string, emoji: string): Promise<ApiResponse> =>
      client.put(reaction(id, emoji), {}, as(by)),
    unreact: (by: Caller, id: string, emoji: string, query = ""): Promise<ApiResponse> =>
      client.delete(`${reaction(id, emoji)}${query}`, {}, as(by)),
    clear: (by: Caller, id: string) => client.delete(`${path}/${id}/reactions`, {}, as(by)),
    /** The announcement of an event to the viewers of the channel. */
    announcement: (name: string, payload: object): Omit<Announcement, "commit"> => ({
      name,
      payload,
      topics: [topic.channel(channel)],
    }),
  };
}

export type MessageCalls = ReturnType<typeof messageCalls>;

/** Creates a server with a member, and the calls about the messages of its channel. */
export async function newRoomWithCalls(server: TestServer) {
  const room = await newRoom(server);
  return { ...room, calls: messageCalls(server, room.channel) };
}

/** The view of a message, or undefined. */
export function readMessage(
  { running }: TestServer,
  channel: string,
  id: string,
): Promise<Message | undefined> {
  return running.store.read(async (db) => {
    const row = await findMessage(db, channel, id);
    return row && messageView(row, await listReactions(db, channel, [id]));
  });
}
