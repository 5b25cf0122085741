import type { ChannelsTables } from "../src/domains/channels/index.ts";
import type { ServersTables } from "../src/domains/members/index.ts";
import { newServerDefault } from "../src/permissions/defaults.ts";
import type { RunningServer } from "../src/server/start-server.ts";
import type { SeededPerson } from "./seed.ts";

export interface SeededServer {
  readonly id: string;
  /** A role that all members have. */
  readonly role: string;
  readonly channels: readonly string[];
}

const batch = 500;

/** Inserts a server of these users, the first of whom owns it, directly into the database. */
export async function seedServer(
  { store, services: { ids, clock } }: RunningServer,
  people: readonly SeededPerson[],
  channelCount: number,
): Promise<SeededServer> {
  const [id, role] = [ids.next(), ids.next()];
  const channels = Array.from({ length: channelCount }, () => ids.next());
  await store.write(async (tx) => {
    const sql = tx.sql<ServersTables & ChannelsTables>();
    const flags = { flags: 0, nsfw: 0, analytics: 0, discoverable: 0 };
    const bare = { description: null, categories: null, system_messages: null, icon: null, banner: null };
    const owner_id = people[0]?.id ?? "";
    await sql
      .insertInto("servers")
      .values({ id, owner_id, name: "Bench", default_permissions: newServerDefault, ...bare, ...flags })
      .execute();
    await sql.insertInto("member_counts").values({ server_id: id, members: people.length }).execute();
    const permissions = { allow: 0, deny: 0, colour: null, hoist: 0, rank: 0, icon: null };
    await sql
      .insertInto("roles")
      .values({ id: role, server_id: id, name: "All", ...permissions })
      .execute();
    const rows = channels.map((channel, index) => ({
      id: channel,
      kind: "TextChannel" as const,
      active: 1,
      server_id: id,
      name: `channel ${index}`,
    }));
    await sql.insertInto("channels").values(rows).execute();
  });
  for (let at = 0; at < people.length; at += batch) {
    const keys = people.slice(at, at + batch).map((person) => ({ server_id: id, user_id: person.id }));
    await store.write(async (tx) => {
      const sql = tx.sql<ServersTables>();
      const bare = { nickname: null, pronouns: null, avatar: null, timeout_until: null };
      const members = keys.map((key) => ({
        ...key,
        ...bare,
        joined_at: clock.now(),
        can_publish: 1,
        can_receive: 1,
      }));
      await sql.insertInto("members").values(members).execute();
      const held = keys.map((key) => ({ ...key, role_id: role, position: 0 }));
      await sql.insertInto("member_roles").values(held).execute();
    });
  }
  return { id, role, channels };
}

/** Adds roles to a server until it has this many, and an override of each of them to each of its channels. */
export async function seedOverrides(
  { store, services: { ids } }: RunningServer,
  { id, role, channels }: SeededServer,
  roleCount: number,
): Promise<void> {
  const added = Array.from({ length: roleCount - 1 }, () => ids.next());
  const permissions = { allow: 0, deny: 0, colour: null, hoist: 0, icon: null };
  const roles = added.map((each, rank) => ({
    id: each,
    server_id: id,
    name: "More",
    rank: rank + 1,
    ...permissions,
  }));
  await store.write((tx) => tx.sql<ServersTables>().insertInto("roles").values(roles).execute());
  for (const channel_id of channels) {
    const overrides = [role, ...added].map((role_id) => ({ channel_id, role_id, allow: 1, deny: 2 }));
    await store.write((tx) =>
      tx.sql<ChannelsTables>().insertInto("channel_overrides").values(overrides).execute(),
    );
  }
}
