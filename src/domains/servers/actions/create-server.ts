import type { Tx } from "../../../declare/tx.ts";
import { newServerDefault } from "../../../permissions/defaults.ts";
import { limitTier } from "../../accounts/index.ts";
import { insertChannel } from "../../channels/index.ts";
import { countServersOf, type ServerRow } from "../../members/index.ts";
import type { MemberJoined, ServerJoined } from "../events.ts";
import type { ServerDraft } from "../model.ts";
import { insertServer } from "../store/servers.ts";
import { type JoinedServer, joinServer } from "./join-server.ts";

/** For a user, within the limits of users. */
export async function createServer(
  tx: Tx<typeof MemberJoined | typeof ServerJoined, "CantCreateServers" | "TooManyServers">,
  owner: string,
  draft: ServerDraft,
): Promise<JoinedServer> {
  const { clock, config, ids } = tx.services;
  const allowed = config.limits.global.restrict_server_creation;
  if (allowed.length > 0 && !allowed.includes(owner)) throw tx.fail("CantCreateServers");
  const max = limitTier(owner, clock.now(), config).servers;
  if ((await countServersOf(tx, owner)) > max) throw tx.fail("TooManyServers", { max });
  return makeServer(tx, { ...draft, owner, id: ids.next() });
}

interface NewServer extends ServerDraft {
  readonly owner: string;
  readonly id: string;
}

/** Creates a server with one channel, and its owner as the first member. */
export async function makeServer(
  tx: Tx<typeof MemberJoined | typeof ServerJoined>,
  { id, owner, name, description, nsfw }: NewServer,
): Promise<JoinedServer> {
  const { ids } = tx.services;
  const server: ServerRow = {
    id,
    owner_id: owner,
    name,
    description: description ?? null,
    categories: null,
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
  await insertChannel(tx, {
    id: ids.next(),
    kind: "TextChannel",
    active: 1,
    server_id: server.id,
    name: "General",
  });
  return joinServer(tx, server, owner);
}
