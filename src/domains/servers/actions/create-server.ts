import type { Tx } from "../../../declare/tx.ts";
import { newServerDefault } from "../../../permissions/defaults.ts";
import { limitTier } from "../../accounts/index.ts";
import { insertChannel } from "../../channels/index.ts";
import { countServersOf, type ServerRow } from "../../members/index.ts";
import type { MemberJoined, ServerJoined } from "../events.ts";
import type { ChannelDraft, ServerDraft } from "../model.ts";
import { insertRole, insertServer } from "../store/servers.ts";
import { type JoinedServer, joinServer } from "./join-server.ts";

/** For a user, within the limits of users. */
export async function createServer(
  tx: Tx<
    typeof MemberJoined | typeof ServerJoined,
    "CantCreateServers" | "TooManyServers" | "TooManyChannels" | "TooManyRoles"
  >,
  owner: string,
  draft: ServerDraft,
): Promise<JoinedServer> {
  const { clock, config, ids } = tx.services;
  const allowed = config.limits.global.restrict_server_creation;
  if (allowed.length > 0 && !allowed.includes(owner)) throw tx.fail("CantCreateServers");
  const max = limitTier(owner, clock.now(), config).servers;
  if ((await countServersOf(tx, owner)) > max) throw tx.fail("TooManyServers", { max });
  const { server_channels: maxChannels, server_roles: maxRoles } = config.limits.global;
  const drafted = (draft.categories ?? []).flatMap(({ channels }) => channels);
  // As when they are added one by one: the channel of every new server is not counted.
  if (drafted.length > maxChannels) throw tx.fail("TooManyChannels", { max: maxChannels });
  if ((draft.roles ?? []).length > maxRoles) throw tx.fail("TooManyRoles", { max: maxRoles });
  return makeServer(tx, { ...draft, owner, id: ids.next() });
}

interface NewServer extends ServerDraft {
  readonly owner: string;
  readonly id: string;
}

/** Creates a server with one channel and those of the draft, and its owner as the first member. */
export async function makeServer(
  tx: Tx<typeof MemberJoined | typeof ServerJoined>,
  { id, owner, name, description, nsfw, categories = [], roles = [] }: NewServer,
): Promise<JoinedServer> {
  const { ids } = tx.services;
  const general = { id: ids.next(), name: "General" };
  const groups = categories.map(({ title, channels }) => ({
    id: ids.next(),
    title,
    channels: channels.map((channel) => ({ ...channel, id: ids.next() })),
  }));
  const server: ServerRow = {
    id,
    owner_id: owner,
    name,
    description: description ?? null,
    categories:
      groups.length > 0
        ? JSON.stringify(groups.map((group) => ({ ...group, channels: group.channels.map(({ id }) => id) })))
        : null,
    system_messages: null,
    default_permissions: newServerDefault,
    icon: null,
    banner: null,
    flags: 0,
    nsfw: nsfw ? 1 : 0,
    analytics: 0,
    discoverable: 0,
    revision: ids.next(),
  };
  await insertServer(tx, server);
  for (const [rank, { name, permissions }] of roles.entries()) {
    const plain = { colour: null, icon: null, hoist: 0, owner_id: null };
    await insertRole(tx, { ...permissions, ...plain, id: ids.next(), server_id: id, name, rank });
  }
  for (const channel of [general, ...groups.flatMap(({ channels }) => channels)])
    await insertNamedChannel(tx, id, channel);
  return joinServer(tx, server, owner);
}

type NamedChannel = ChannelDraft & { readonly id: string };

async function insertNamedChannel(
  tx: Tx,
  serverId: string,
  { id, name, type, default_permissions: override }: NamedChannel,
): Promise<void> {
  await insertChannel(tx, {
    id,
    kind: "TextChannel",
    active: 1,
    server_id: serverId,
    name,
    voice: type === "Voice" ? "{}" : null,
    default_allow: override?.allow ?? null,
    default_deny: override?.deny ?? null,
  });
}
