import { describe } from "bun:test";
import { Client, type File as LibraryFile } from "revolt.js";
import { logIn } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { until } from "../support/until.ts";
import type { Library } from "./conversation-library.ts";
import { runConversations } from "./conversation-scenarios.ts";

/**
 * The library parses every response as JSON, so that calls with an empty response (reacting, deleting, leaving, reading)
 * throw after they have succeeded. This makes it read an empty response as undefined.
 */
function acceptEmptyResponses({ api }: Client): void {
  const request = api.req.bind(api) as (...call: unknown[]) => Promise<unknown>;
  const readText = async (method: unknown, path: unknown, params?: unknown, config?: object) => {
    const text = String(await request(method, path, params, { ...config, responseType: "text" }));
    return text === "" ? undefined : JSON.parse(text);
  };
  Object.assign(api, { req: readText });
}

/** The older library, at the older path. It supports neither pins nor uploads. */
const revolt: Library = {
  async connect(server, person) {
    const client = new Client({
      baseURL: `${server.url}/api/0.8`,
      autoReconnect: false,
      heartbeatInterval: heartbeatSeconds,
      syncUnreads: true,
    });
    client.configuration = await client.api.get("/");
    const { sessionId, token, id } = await logIn(server, person.email);
    client.useExistingSession({ _id: sessionId, token, user_id: id });
    acceptEmptyResponses(client);
    // The library emits acknowledgements of other devices, but leaves it to the application to apply them.
    client.on("channelAcknowledged", (channel, messageId) => void channel.ack(messageId, true, true));
    client.connect();
    return client;
  },
  async upload(client, tag, file) {
    const { configuration, authenticationHeader } = client as Client;
    const body = new FormData();
    body.append("file", file);
    const headers = Object.fromEntries([authenticationHeader]);
    const url = `${configuration?.features.autumn.url}/${tag}`;
    const response = await fetch(url, { method: "POST", headers, body });
    return ((await response.json()) as { id: string }).id;
  },
  locate: (file) => (file as LibraryFile).url,
  join: (client, code) => (client as Client).api.post(`/invites/${code as ""}`),
  // The library's own method deletes the group at once, and later events about the group make it throw.
  async leave(client, { id, recipientIds }) {
    const { api, channels, user } = client as Client;
    await api.delete(`/channels/${id as ""}`);
    await until(() => !recipientIds.has(String(user?.id)));
    channels.delete(id);
  },
  setPinned(client, { channelId, id }, to) {
    const { api } = client as Client;
    const path = `/channels/${channelId as ""}/messages/${id as ""}/pin` as const;
    return to === "pin" ? api.post(path) : api.delete(path);
  },
  isPinned: () => undefined,
  // The library shows unknown system messages as a text.
  pinSystemMessage: (type) => ({ type: "text", content: `${type} is not supported.` }),
  receivesMentions: false,
};

describe.each(anyEngine.map((engine) => [engine]))("conversations with revolt.js on %s", (engine) =>
  runConversations(engine, revolt),
);
