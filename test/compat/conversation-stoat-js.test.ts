import { describe } from "bun:test";
import { Client, type File as LibraryFile, type Message } from "stoat.js";
import { engines } from "../support/engines.ts";
import { logIn } from "../support/people.ts";
import { quietHeartbeat } from "../support/quiet-heartbeat.ts";
import type { Library } from "./conversation-library.ts";
import { tellConversations } from "./conversation-story.ts";

/** The library as it comes, used in the way of the web client. */
const stoat: Library = {
  async connect(server, person) {
    const client = new Client({
      baseURL: `${server.url}/api`,
      autoReconnect: false,
      heartbeatInterval: quietHeartbeat,
      syncUnreads: true,
    });
    client.configuration = await client.api.get("/");
    const { sessionId, token, id } = await logIn(server, person.email);
    client.useExistingSession({ _id: sessionId, token, user_id: id });
    // The library passes on what another device has read, and leaves it to its user to take it in.
    client.on("channelAcknowledged", (channel, messageId) => void channel.ack(messageId, true, true));
    client.connect();
    return client;
  },
  upload: (client, tag, file) => (client as Client).uploadFile(tag, file),
  locate: (file) => (file as LibraryFile).originalUrl,
  join: (client, code) => (client as Client).api.post(`/invites/${code as ""}`),
  leave: (_client, group) => group.delete(),
  turnPin: (_client, message, to) => (message as Message)[to](),
  isPinned: (message) => (message as Message).pinned,
  pinNews: (type, messageId, byId) => ({ type, messageId, byId }),
  hearsMentions: true,
};

describe.each(engines.map((engine) => [engine]))("conversations with stoat.js on %s", (engine) =>
  tellConversations(engine, stoat),
);
