import { CommandError } from "../../src/declare/command.ts";
import type { AnyTx } from "../../src/declare/tx.ts";
import {
  ChannelOpened,
  findChannel,
  insertChannel,
  listChannelIds,
  type NewChannel,
  type OverrideRow,
  putOverride,
  readTextChannel,
} from "../../src/domains/channels/index.ts";
import {
  type Category,
  findServer,
  listRoles,
  lockServer,
  type RoleRow,
  roleView,
  roleVisibilityData,
  type ServerRow,
  ServerUpdated,
  updateServer,
} from "../../src/domains/members/index.ts";
import { insertRole, insertServer, RoleUpdated } from "../../src/domains/servers/index.ts";

/** What the tables hold of roles, channels and servers, apart from where they belong. */
export type PlannedRole = Omit<RoleRow, "server_id" | "owner_id">;

export interface PlannedChannel
  extends Pick<NewChannel, "id" | "description" | "icon" | "voice" | "slowmode"> {
  readonly name: string;
  readonly nsfw: number;
  /** For all members. */
  readonly everyone: { readonly allow: number; readonly deny: number } | undefined;
  readonly overrides: readonly Omit<OverrideRow, "channel_id">[];
}

/** A server as it is to be here. */
export interface ServerPlan {
  readonly server: Pick<
    ServerRow,
    "name" | "description" | "system_messages" | "default_permissions" | "icon" | "banner" | "nsfw"
  >;
  /** The highest first. */
  readonly roles: readonly PlannedRole[];
  readonly channels: readonly PlannedChannel[];
  readonly categories: readonly Category[];
}

export interface StructureCounts {
  readonly roles: number;
  readonly channels: number;
}

interface Target {
  readonly serverId: string;
  /** Needed for a new server. */
  readonly ownerId: string | undefined;
}

/**
 * Creates the server, its roles, channels and categories, as far as they do not exist, in one transaction. What exists
 * stays as it is: people may have changed it here. Clients that are connected hear of everything that is new.
 */
export async function writeStructure(
  tx: AnyTx,
  plan: ServerPlan,
  { serverId, ownerId }: Target,
): Promise<StructureCounts> {
  if (!(await findServer(tx, serverId))) {
    if (ownerId === undefined) throw new CommandError("Name the owner of the new server with --owner.");
    const revision = tx.services.ids.next();
    await insertServer(tx, { ...newServer, ...plan.server, id: serverId, owner_id: ownerId, revision });
  }
  await lockServer(tx, serverId);
  const roles = await addRoles(tx, serverId, plan.roles);
  const channels = await addChannels(tx, serverId, plan.channels);
  if (channels > 0) await addToCategories(tx, serverId, plan.categories);
  return { roles, channels };
}

/** Operators decide about flags, and nobody lists a server that has just arrived. */
const newServer = { categories: null, flags: 0, analytics: 0, discoverable: 0 };

/** Where there are roles already, new ones rank below them. */
async function addRoles(tx: AnyTx, serverId: string, planned: readonly PlannedRole[]): Promise<number> {
  const existing = await listRoles(tx, serverId);
  const known = new Set(existing.map(({ id }) => id));
  let rank = Math.max(-1, ...existing.map((role) => role.rank)) + 1;
  let added = 0;
  for (const role of planned) {
    if (known.has(role.id)) continue;
    const row = {
      ...role,
      server_id: serverId,
      owner_id: null,
      rank: existing.length === 0 ? role.rank : rank++,
    };
    added += 1;
    await insertRole(tx, row);
    const { _id, ...data } = roleView(row);
    const event = { id: serverId, role_id: _id, data: { id: _id, ...data }, clear: [] };
    tx.emit(RoleUpdated, event, roleVisibilityData(row));
  }
  return added;
}

async function addChannels(tx: AnyTx, serverId: string, planned: readonly PlannedChannel[]): Promise<number> {
  const added: string[] = [];
  for (const { id, name, description, icon, nsfw, voice, slowmode, everyone, overrides } of planned) {
    if (await findChannel(tx, id)) continue;
    await insertChannel(tx, {
      id,
      kind: "TextChannel",
      active: 1,
      server_id: serverId,
      name,
      description,
      icon,
      nsfw,
      voice,
      slowmode,
      default_allow: everyone?.allow ?? null,
      default_deny: everyone?.deny ?? null,
    });
    for (const override of overrides) await putOverride(tx, { channel_id: id, ...override });
    added.push(id);
  }
  if (added.length > 0) {
    const channels = await listChannelIds(tx, serverId);
    tx.emit(ServerUpdated, { id: serverId, data: { channels }, clear: [] });
    for (const id of added) tx.emit(ChannelOpened, await readTextChannel(tx, id), "viewers");
  }
  return added.length;
}

/** Puts the channels that are in no category yet into those of the export. */
async function addToCategories(tx: AnyTx, serverId: string, planned: readonly Category[]): Promise<void> {
  const row = await findServer(tx, serverId);
  const categories: Category[] = row?.categories ? JSON.parse(row.categories) : [];
  const placed = new Set(categories.flatMap(({ channels }) => channels));
  for (const { id, title, channels } of planned) {
    const fresh = channels.filter((channel) => !placed.has(channel));
    const existing = categories.find((category) => category.id === id);
    if (existing) existing.channels.push(...fresh);
    else if (fresh.length > 0) categories.push({ id, title, channels: fresh });
  }
  await updateServer(tx, serverId, { categories: JSON.stringify(categories) });
  tx.emit(ServerUpdated, { id: serverId, data: { categories }, clear: [] });
}
