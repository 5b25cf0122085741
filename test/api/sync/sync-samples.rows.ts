import type { Samples } from "../../compat/sample.ts";
import { newAccount, newUser } from "../../support/accounts/people.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";

export const samples: Samples = {
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
    const place = await newCommunity(server);
    await joinCommunity(server, place, person);
    const path = `/channels/${place.channel}`;
    const { body: message } = await server.client.post(
      `${path}/messages`,
      { content: "Hello." },
      place.owner,
    );
    await server.client.put(`${path}/ack/${message._id}`, {}, person);
    const read = await server.client.get("/sync/unreads", person);
    await server.client.post(`${path}/messages`, { content: `<@${person.id}>` }, place.owner);
    return [none, read, await server.client.get("/sync/unreads", person)];
  },
  "POST /policy/acknowledge": async ({ server }) => {
    const { token } = await newUser(server);
    return [await server.client.post("/policy/acknowledge", {}, { token })];
  },
  "POST /push/subscribe": async ({ server }) => {
    const { token } = await newAccount(server);
    const subscription = { endpoint: "fcm", p256dh: "", auth: "the token of a device" };
    return [await server.client.post("/push/subscribe", subscription, { token })];
  },
  "POST /push/unsubscribe": async ({ server }) => {
    const { token } = await newAccount(server);
    return [await server.client.post("/push/unsubscribe", {}, { token })];
  },
};
