import { describe } from "bun:test";
import { Client } from "stoat.js";
import { engines } from "../support/engines.ts";
import { password } from "../support/people.ts";
import { type Library, quietHeartbeat, tellStory, watched } from "./stream-story.ts";

/** The library as it comes, used in the way of the web client. */
const stoat: Library = {
  async connect({ url }, { email }, heartbeatInterval = quietHeartbeat) {
    const client = new Client({ baseURL: `${url}/api`, autoReconnect: false, heartbeatInterval });
    const said: string[] = [];
    for (const name of watched) client.on(name, () => void said.push(name));
    client.configuration = await client.api.get("/");
    const session = await client.api.post("/auth/session/login", { email, password });
    if (session.result !== "Success") throw new Error(`no session: ${session.result}`);
    client.useExistingSession(session);
    client.connect();
    return { client, said };
  },
  async ask(client, username) {
    const { api, users } = client as Client;
    const user = await api.post("/users/friend", { username });
    return users.getOrCreate(user._id, user);
  },
  async endSession(client, sessionId) {
    const sessions = await (client as Client).sessions.fetch();
    await sessions.find(({ id }) => id === sessionId)?.delete();
  },
};

describe.each(engines.map((engine) => [engine]))("the stream with stoat.js on %s", (engine) =>
  tellStory(engine, stoat),
);
