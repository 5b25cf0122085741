import { newUser } from "../support/accounts/people.ts";
import { newOperator } from "../support/operators/operators.ts";
import type { TestServer } from "../support/server/server.ts";
import { fillAdmin } from "./admin.ts";
import { newDemoServer } from "./community.ts";
import { fillConversations } from "./conversations.ts";
import type { Demo } from "./pages.ts";
import { newPeople } from "./people.ts";
import { fillHardChannel, fillSettings } from "./settings-data.ts";

/** Fills a server with what the screenshots show. */
export async function newDemo(server: TestServer): Promise<Demo> {
  const people = await newPeople(server);
  const place = await newDemoServer(server, people);
  await fillSettings(server, place, people);
  const hardChannel = await fillHardChannel(server, place, people);
  const conversations = await fillConversations(server, place, people);
  const code = await server.client.post(`/channels/${place.channels.get("hello")}/invites`, {}, people.ines);
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
    newcomer,
    emptyServer: empty.body.server._id,
  };
}
