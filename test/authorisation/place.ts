import type { ChannelsTables } from "../../src/domains/conversations/tables.ts";
import { updateMember } from "../../src/domains/servers/store/members.ts";
import { permission } from "../../src/permissions/bits.ts";
import { joinCommunity, newCommunity } from "../support/communities.ts";
import type { Person } from "../support/people.ts";
import { addRole } from "../support/roles-held.ts";
import type { TestServer } from "../support/server.ts";
import { hours } from "../support/test-clock.ts";
import type { Cast } from "./principals.ts";

/** Highest first. */
const ranks = ["deputy", "denied", "target", "lower"] as const;
type RoleName = (typeof ranks)[number];

/** The server that it is mostly about. */
export interface Place {
  readonly place: string;
  /** A channel that everybody there sees. */
  readonly channel: string;
  /** One that is hidden from all but deputies. */
  readonly hidden: string;
  readonly roles: Readonly<Record<RoleName, string>>;
}

export async function foundPlace(server: TestServer, people: Cast): Promise<Place> {
  const { stranger: _, owner, ...others } = people;
  const { id: place, channel } = await newCommunity(server, owner);
  for (const person of Object.values(others)) await joinCommunity(server, { id: place }, person);
  await server.client.put(`/servers/${place}/bans/${people.banned.id}`, {}, { token: owner.token });

  const role = (name: RoleName, ...holders: readonly Person[]) =>
    addRole(server, { id: place }, { rank: ranks.indexOf(name), holders });
  const roles = {
    deputy: await role("deputy", people.deputy, people.timedOut),
    denied: await role("denied", people.denied),
    target: await role("target", people.target),
    lower: await role("lower", people.lower),
  };
  const silenced = { server_id: place, user_id: people.timedOut.id };
  const timeout_until = server.clock.now() + hours(1);
  await server.running.store.write((tx) => updateMember(tx, silenced, { timeout_until }));
  const hidden = await addHiddenChannel(server, { place, owner, deputies: roles.deputy });
  return { place, channel, hidden, roles };
}

async function addHiddenChannel(
  { client, running }: TestServer,
  { place, owner, deputies }: { place: string; owner: Person; deputies: string },
): Promise<string> {
  const { body } = await client.post(`/servers/${place}/channels`, { name: "Hidden" }, owner);
  const channel_id: string = body._id;
  const view = permission.ViewChannel;
  await running.store.write(async (tx) => {
    const db = tx.sql<ChannelsTables>();
    const hide = db.updateTable("channels").set({ default_allow: 0, default_deny: view });
    await hide.where("id", "=", channel_id).execute();
    const show = { channel_id, role_id: deputies, allow: view, deny: 0 };
    await db.insertInto("channel_overrides").values(show).execute();
  });
  return channel_id;
}
