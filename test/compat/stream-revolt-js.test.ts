import { describe } from "bun:test";
import { Client } from "revolt.js";
import { password } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { type Library, runStreamScenarios, watched } from "./stream-scenarios.ts";

/** The older library, at the older path. Its own method to delete a session cannot read an empty response. */
const revolt: Library = {
  async connect({ url }, { email }, heartbeatInterval = heartbeatSeconds) {
    const client = new Client({ baseURL: `${url}/api/0.8`, autoReconnect: false, heartbeatInterval });
    const emitted: string[] = [];
    for (const name of watched) client.on(name, () => void emitted.push(name));
    client.configuration = await client.api.get("/");
    const session = await client.api.post("/auth/session/login", { email, password });
    if (session.result !== "Success") throw new Error(`no session: ${session.result}`);
    client.useExistingSession(session);
    client.connect();
    return { client, emitted };
  },
  async requestFriend(client, username) {
    const { api, users } = client as Client;
    const user = await api.post("/users/friend", { username });
    return users.getOrCreate(user._id, user);
  },
  async endSession(client, sessionId) {
    await (client as Client).api.delete(`/auth/session/${sessionId}`, undefined, { responseType: "text" });
  },
};

describe.each(anyEngine.map((engine) => [engine]))("the stream with revolt.js on %s", (engine) =>
  runStreamScenarios(engine, revolt),
);
