import type { SyncTables } from "../../../src/domains/sync/tables.ts";
import { openConversation } from "../../support/conversations.ts";
import { newAccount, newUser } from "../../support/people.ts";
import type { Samples } from "./sample.ts";

export const syncSamples: Samples = {
  "POST /sync/settings/fetch": async ({ server }) => {
    const { token } = await newUser(server);
    const ask = (keys: string[]) => server.client.post("/sync/settings/fetch", { keys }, { token });
    const none = await ask(["appearance"]);
    await server.client.post("/sync/settings/set", { appearance: "{}", ordering: "{}" }, { token });
    return [none, await ask(["appearance"]), await ask([])];
  },
  "POST /sync/settings/set": async ({ server }) => {
    const { token } = await newUser(server);
    return [
      await server.client.post("/sync/settings/set", { appearance: "{}" }, { token }),
      await server.client.post(`/sync/settings/set?timestamp=${Date.now()}`, { ordering: "{}" }, { token }),
    ];
  },
  "GET /sync/unreads": async ({ server }) => {
    const person = await newUser(server);
    const none = await server.client.get("/sync/unreads", { token: person.token });
    const { store, services } = server.running;
    const channel_id = (await openConversation(server, person, person.id)).body._id;
    const mentions = JSON.stringify([services.ids.next()]);
    const row = { user_id: person.id, channel_id, last_id: services.ids.next(), mentions };
    await store.write((tx) => tx.sql<SyncTables>().insertInto("channel_unreads").values(row).execute());
    return [none, await server.client.get("/sync/unreads", { token: person.token })];
  },
  "POST /policy/acknowledge": async ({ server }) => {
    const { token } = await newUser(server);
    return [await server.client.post("/policy/acknowledge", {}, { token })];
  },
  "POST /push/subscribe": async ({ server }) => {
    const { token } = await newAccount(server);
    const subscription = { endpoint: "https://push.example.org/x", p256dh: "key", auth: "secret" };
    return [await server.client.post("/push/subscribe", subscription, { token })];
  },
  "POST /push/unsubscribe": async ({ server }) => {
    const { token } = await newAccount(server);
    return [await server.client.post("/push/unsubscribe", {}, { token })];
  },
};
