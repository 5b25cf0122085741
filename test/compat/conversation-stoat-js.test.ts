import { describe } from "bun:test";
import { Client, type File as LibraryFile, type Message } from "stoat.js";
import { logIn } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { anyEngine } from "../support/run/thorough.ts";
import type { Library } from "./conversation-library.ts";
import { runConversations } from "./conversation-scenarios.ts";

/** The unmodified library, used as the web client uses it. */
const stoat: Library = {
  async connect(server, person) {
    const client = new Client({
      baseURL: `${server.url}/api`,
      autoReconnect: false,
      heartbeatInterval: heartbeatSeconds,
      syncUnreads: true,
    });
    client.configuration = await client.api.get("/");
    const { sessionId, token, id } = await logIn(server, person.email);
    client.useExistingSession({ _id: sessionId, token, user_id: id });
    // The library emits acknowledgements of other devices, but leaves it to the application to apply them.
    client.on("channelAcknowledged", (channel, messageId) => void channel.ack(messageId, true, true));
    client.connect();
    return client;
  },
  upload: (client, tag, file) => (client as Client).uploadFile(tag, file),
  locate: (file) => (file as LibraryFile).originalUrl,
  join: (client, code) => (client as Client).api.post(`/invites/${code as ""}`),
  leave: (_client, group) => group.delete(),
  setPinned: (_client, message, to) => (message as Message)[to](),
  isPinned: (message) => (message as Message).pinned,
  pinSystemMessage: (type, messageId, byId) => ({ type, messageId, byId }),
  receivesMentions: true,
};

describe.each(anyEngine.map((engine) => [engine]))("conversations with stoat.js on %s", (engine) =>
  runConversations(engine, stoat),
);
