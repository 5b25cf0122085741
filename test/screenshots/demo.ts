import { insertPolicyChange } from "../../src/domains/policy/store.ts";
import { newUser } from "../support/accounts/people.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { newOperator } from "../support/operators/operators.ts";
import type { TestServer } from "../support/server/server.ts";
import { minutes } from "../support/server/test-clock.ts";
import { fillAdmin } from "./admin.ts";
import { newDemoServer } from "./community.ts";
import { fillConversations } from "./conversations.ts";
import type { Demo } from "./pages.ts";
import { newPeople } from "./people.ts";
import { fillFolder, fillHardChannel, fillSettings, fillTasks } from "./settings-data.ts";

/** Fills a server with what the screenshots show. */
export async function newDemo(server: TestServer): Promise<Demo> {
  // The change of the terms is news to those alone who have registered before it.
  const reader = await newUser(server, "reader");
  server.clock.advance(minutes(1));
  await server.running.store.write((tx) =>
    insertPolicyChange(tx, {
      id: "policy",
      created_at: server.clock.now(),
      effective_at: server.clock.now() + minutes(60 * 24 * 30),
      description: "We keep logs for seven days instead of thirty, and say which ones.",
      url: "https://example.com/terms",
    }),
  );
  const people = await newPeople(server);
  const place = await newDemoServer(server, people);
  await fillSettings(server, place, people);
  const hardChannel = await fillHardChannel(server, place, people);
  await fillTasks(server, place, people);
  const conversations = await fillConversations(server, place, people);
  const code = await server.client.post(`/channels/${place.channels.get("hello")}/invites`, {}, people.ines);
  const library = await server.client.post("/servers/create", { name: "Night cameras" }, people.freya);
  const [adults] = library.body.channels;
  await server.client.patch(
    `/channels/${adults._id}`,
    { name: "unsorted-footage", nsfw: true },
    people.freya,
  );
  await fillFolder(server, people.freya, library.body.server._id);
  const newcomer = await newUser(server, "newcomer");
  const empty = await server.client.post("/servers/create", { name: "Reading circle" }, newcomer);
  const operator = await newOperator(server);
  return {
    operator,
    report: await fillAdmin(server, { operator, people, place }),
    people,
    place,
    hardChannel,
    ...conversations,
    invite: code.body._id,
    adultsChannel: `/server/${library.body.server._id}/channel/${adults._id}`,
    send: (by, channel, content) => sendMessage(server, { by, channel }, content),
    newcomer,
    reader,
    visitor: await newUser(server, "visitor"),
    emptyServer: empty.body.server._id,
  };
}
