import { describe } from "bun:test";
import { Client } from "revolt.js";
import { engines } from "../support/engines.ts";
import { password } from "../support/people.ts";
import { quietHeartbeat } from "../support/quiet-heartbeat.ts";
import { type Library, tellStory, watched } from "./stream-story.ts";

/**
 * The older library, at the older address. Deleting a session goes past its own helper, which cannot read an
 * empty answer.
 */
const revolt: Library = {
  async connect({ url }, { email }, heartbeatInterval = quietHeartbeat) {
    const client = new Client({ baseURL: `${url}/api/0.8`, autoReconnect: false, heartbeatInterval });
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
    await (client as Client).api.delete(`/auth/session/${sessionId}`, undefined, { responseType: "text" });
  },
};

describe.each(engines.map((engine) => [engine]))("the stream with revolt.js on %s", (engine) =>
  tellStory(engine, revolt),
);
