import { describe, expect, test } from "bun:test";
import { Client } from "stoat.js";
import { newUser, password } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { runCommand } from "../support/server/run-command.ts";
import { openServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";
import { type Library, runStreamScenarios, watched } from "./stream-scenarios.ts";

/** The unmodified library, used as the web client uses it. */
const stoat: Library = {
  async connect({ url }, { email }, heartbeatInterval = heartbeatSeconds) {
    const client = new Client({ baseURL: `${url}/api`, autoReconnect: false, heartbeatInterval });
    const emitted: string[] = [];
    for (const name of [...watched, "policyChanges"] as const) client.on(name, () => void emitted.push(name));
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
    const sessions = await (client as Client).sessions.fetch();
    await sessions.find(({ id }) => id === sessionId)?.delete();
  },
};

describe.each(anyEngine.map((engine) => [engine]))("the stream with stoat.js on %s", (engine) => {
  runStreamScenarios(engine, stoat);

  test("receives policy changes until they are acknowledged, and changed settings", async () => {
    await using server = await openServer(engine);
    const person = await newUser(server);
    server.clock.advance(1);
    await runCommand(server, "policy", "add", "New rules", "https://example.com/rules");
    const rules: string[] = [];
    const settings: unknown[] = [];
    const { client } = await stoat.connect(server, person);
    const library = client as Client;
    library.on("userSettingsUpdate", (id, update) => void settings.push([id, update]));
    library.on("policyChanges", async ([change], acknowledge) => {
      await acknowledge();
      rules.push(String(change?.description));
    });
    await until(() => rules.length > 0);
    expect(rules).toEqual(["New rules"]);
    await server.client.post("/sync/settings/set", { theme: "dark" }, person);
    await until(() => settings.length > 0);
    expect(settings).toEqual([[person.id, { theme: [expect.any(Number), "dark"] }]]);
    client.events.disconnect();
    const { client: again, emitted } = await stoat.connect(server, person);
    await until(() => again.ready());
    expect(emitted).not.toContain("policyChanges");
    again.events.disconnect();
  });
});
