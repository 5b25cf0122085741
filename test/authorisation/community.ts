import type { ChannelsTables } from "../../src/domains/channels/index.ts";
import { lockServer } from "../../src/domains/members/store/servers.ts";
import { updateMember } from "../../src/domains/servers/store/members.ts";
import { permission } from "../../src/permissions/bits.ts";
import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { addRole } from "../support/servers/roles.ts";
import type { People } from "./principals.ts";

/** The roles, highest first. */
const ranks = ["deputy", "denied", "target", "lower"] as const;
type RoleName = (typeof ranks)[number];

/** The server that most rows act on. */
export interface CommunityFixture {
  readonly serverId: string;
  /** A channel that all members see. */
  readonly channel: string;
  /** A channel that only the owner and the deputies see. */
  readonly hidden: string;
  readonly roles: Readonly<Record<RoleName, string>>;
}

export async function createCommunity(server: TestServer, people: People): Promise<CommunityFixture> {
  const { stranger: _, owner, ...others } = people;
  const { id: serverId, channel } = await newCommunity(server, owner);
  for (const person of Object.values(others)) await joinCommunity(server, { id: serverId }, person);
  await server.client.put(`/servers/${serverId}/bans/${people.banned.id}`, {}, { token: owner.token });

  const role = (name: RoleName, ...holders: readonly Person[]) =>
    addRole(server, { id: serverId }, { rank: ranks.indexOf(name), holders });
  const roles = {
    deputy: await role("deputy", people.deputy, people.timedOut),
    denied: await role("denied", people.denied),
    target: await role("target", people.target),
    lower: await role("lower", people.lower),
  };
  const timedOut = { server_id: serverId, user_id: people.timedOut.id };
  const timeout_until = server.clock.now() + hours(1);
  await server.running.store.write((tx) => updateMember(tx, timedOut, { timeout_until }));
  const hidden = await addHiddenChannel(server, { serverId, owner, deputies: roles.deputy });
  return { serverId, channel, hidden, roles };
}

async function addHiddenChannel(
  { client, running }: TestServer,
  { serverId, owner, deputies }: { serverId: string; owner: Person; deputies: string },
): Promise<string> {
  const { body } = await client.post(`/servers/${serverId}/channels`, { name: "Hidden" }, owner);
  const channel_id: string = body._id;
  const view = permission.ViewChannel;
  await running.store.write(async (tx) => {
    await lockServer(tx, serverId);
    const db = tx.sql<ChannelsTables>();
    const hide = db.updateTable("channels").set({ default_allow: 0, default_deny: view });
    await hide.where("id", "=", channel_id).execute();
    const show = { channel_id, role_id: deputies, allow: view, deny: 0 };
    await db.insertInto("channel_overrides").values(show).execute();
  });
  return channel_id;
}
