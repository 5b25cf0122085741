import { findServer, type Server } from "../../../src/domains/members/index.ts";
import { joinServer } from "../../../src/domains/servers/index.ts";
import { newUser, type Person } from "../accounts/people.ts";
import type { TestServer } from "../server/server.ts";

export interface Community {
  readonly owner: Person;
  readonly id: string;
  /** The channel that was created with the server. */
  readonly channel: string;
  readonly server: Server;
}

/** Creates a server of this owner, or of a new user. */
export async function newCommunity(server: TestServer, owner?: Person): Promise<Community> {
  const creator = owner ?? (await newUser(server));
  const { body } = await server.client.post("/servers/create", { name: "Place" }, { token: creator.token });
  return { owner: creator, id: body.server._id, channel: body.channels[0]._id, server: body.server };
}

/** Adds a member without an invite. */
export async function joinCommunity(
  server: TestServer,
  { id }: { id: string },
  person: Person,
): Promise<void> {
  await server.running.store.write(async (tx) => {
    const row = await findServer(tx, id);
    if (!row) throw new Error("no such server");
    await joinServer(tx, row, person.id);
  });
}

/** Creates a user and adds them as a member. */
export async function newMember(server: TestServer, community: { id: string }): Promise<Person> {
  const person = await newUser(server);
  await joinCommunity(server, community, person);
  return person;
}
