import { findServer, joinServer, type Server } from "../../src/domains/servers/index.ts";
import { newUser, type Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export interface Community {
  readonly owner: Person;
  readonly id: string;
  /** The channel that it began with. */
  readonly channel: string;
  readonly server: Server;
}

/** A server that somebody has just founded. */
export async function newCommunity(server: TestServer, owner?: Person): Promise<Community> {
  const founder = owner ?? (await newUser(server));
  const { body } = await server.client.post("/servers/create", { name: "Place" }, { token: founder.token });
  return { owner: founder, id: body.server._id, channel: body.channels[0]._id, server: body.server };
}

/** Lets somebody in, without an invite. */
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

/** A new user who is a member. */
export async function newMember(server: TestServer, community: { id: string }): Promise<Person> {
  const person = await newUser(server);
  await joinCommunity(server, community, person);
  return person;
}
