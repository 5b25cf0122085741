import { describe } from "bun:test";
import { Client, type File as LibraryFile } from "revolt.js";
import { engines } from "../support/engines.ts";
import { logIn } from "../support/people.ts";
import { quietHeartbeat } from "../support/quiet-heartbeat.ts";
import { until } from "../support/until.ts";
import type { Library } from "./conversation-library.ts";
import { tellConversations } from "./conversation-story.ts";

/**
 * The library parses every answer as JSON, so that what answers with nothing (reacting, deleting, leaving, reading)
 * throws after it has succeeded. Here an empty answer is nothing.
 */
function takeEmptyAnswers({ api }: Client): void {
  const request = api.req.bind(api) as (...call: unknown[]) => Promise<unknown>;
  const reading = async (method: unknown, path: unknown, params?: unknown, config?: object) => {
    const text = String(await request(method, path, params, { ...config, responseType: "text" }));
    return text === "" ? undefined : JSON.parse(text);
  };
  Object.assign(api, { req: reading });
}

/** The older library, at the older address. It knows nothing of pins, and of uploading. */
const revolt: Library = {
  async connect(server, person) {
    const client = new Client({
      baseURL: `${server.url}/api/0.8`,
      autoReconnect: false,
      heartbeatInterval: quietHeartbeat,
      syncUnreads: true,
    });
    client.configuration = await client.api.get("/");
    const { sessionId, token, id } = await logIn(server, person.email);
    client.useExistingSession({ _id: sessionId, token, user_id: id });
    takeEmptyAnswers(client);
    // The library passes on what another device has read, and leaves it to its user to take it in.
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
    const answer = await fetch(url, { method: "POST", headers, body });
    return ((await answer.json()) as { id: string }).id;
  },
  locate: (file) => (file as LibraryFile).url,
  join: (client, code) => (client as Client).api.post(`/invites/${code as ""}`),
  // Its own word for it forgets the group at once, and it then throws at what it is still told of it.
  async leave(client, { id, recipientIds }) {
    const { api, channels, user } = client as Client;
    await api.delete(`/channels/${id as ""}`);
    await until(() => !recipientIds.has(String(user?.id)));
    channels.delete(id);
  },
  turnPin(client, { channelId, id }, to) {
    const { api } = client as Client;
    const path = `/channels/${channelId as ""}/messages/${id as ""}/pin` as const;
    return to === "pin" ? api.post(path) : api.delete(path);
  },
  isPinned: () => undefined,
  // It shows what it does not know as a text that says so.
  pinNews: (type) => ({ type: "text", content: `${type} is not supported.` }),
  hearsMentions: false,
};

describe.each(engines.map((engine) => [engine]))("conversations with revolt.js on %s", (engine) =>
  tellConversations(engine, revolt),
);
