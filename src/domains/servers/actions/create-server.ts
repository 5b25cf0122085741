import { newServerDefault } from "../../../permissions/defaults.ts";
import type { Tx } from "../../../store/tx.ts";
import { insertChannel } from "../../conversations/index.ts";
import type { MemberJoined, ServerJoined } from "../events.ts";
import type { ServerDraft } from "../model.ts";
import { insertServer } from "../store/servers.ts";
import type { ServerRow } from "../tables.ts";
import { type JoinedServer, joinServer } from "./join-server.ts";

/** Founds a server with one channel, and its owner as the first member. */
export async function createServer(
  tx: Tx<typeof MemberJoined | typeof ServerJoined>,
  owner: string,
  { name, description, nsfw }: ServerDraft,
): Promise<JoinedServer> {
  const { ids } = tx.services;
  const server: ServerRow = {
    id: ids.next(),
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
