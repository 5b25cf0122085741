import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { resource } from "../../../declare/resource.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { SlicedTask } from "../../../platform/concurrency/cooperative-scheduler.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { findServer, listEmojisOfServer, listRoles } from "../../members/index.ts";
import type { TextChannel } from "../model.ts";
import { type ServerContent, SharedServer } from "../rules/shared-server.ts";
import { textChannelView } from "../rules/text-channel.ts";
import type { ChannelsTables, OverrideRow } from "../tables.ts";
import { listOverridesInPages } from "./text-channels.ts";

/** Rows of servers that this process holds in memory; see `SharedServer.size`. */
const maxRows = 200_000;

const channelsByServer = prepare((db: Kysely<ChannelsTables>, serverId: string) =>
  db.selectFrom("channels").selectAll().where("server_id", "=", serverId).orderBy("id"),
);

/** A server at the revision that a reader has found in the database. */
interface ServerKey {
  readonly id: string;
  readonly revision: string;
}

/**
 * What the members of servers share, by server and revision. Every transaction that changes a server gives it a
 * revision that no other state of it ever has, see `lockServer`, and each reader looks up the revision that its own
 * snapshot holds. So nothing here can be stale, however many processes write.
 */
export class SharedServers {
  readonly #servers = new LRUCache<string, SharedServer>({
    maxSize: maxRows,
    sizeCalculation: ({ size }) => size,
  });

  /** Undefined if the server is gone, which a snapshot rules out. */
  async find(db: Reader, key: ServerKey, task: SlicedTask): Promise<SharedServer | undefined> {
    const kept = this.#servers.get(key.id);
    return kept?.revision === key.revision ? kept : this.#load(db, key, task);
  }

  async #load(db: Reader, { id, revision }: ServerKey, task: SlicedTask): Promise<SharedServer | undefined> {
    const content = await loadContent(db, id, task);
    if (!content) return undefined;
    const loaded = new SharedServer(content);
    // Outside a snapshot the server may have changed while it was loaded: then it must not be kept.
    const isWhole = content.row.revision === revision && (await findServer(db, id))?.revision === revision;
    if (isWhole) this.#servers.set(id, loaded);
    return loaded;
  }
}

export const sharedServers = resource({ name: "shared servers", open: () => new SharedServers() });

async function loadContent(db: Reader, id: string, task: SlicedTask): Promise<ServerContent | undefined> {
  const row = await findServer(db, id);
  if (!row) return undefined;
  const roles = await listRoles(db, id);
  // Read before the channels: overrides that are deleted in between must not make a channel look public.
  const overrides = new Map<string, OverrideRow[]>();
  for await (const page of listOverridesInPages(db, id)) {
    for (const override of page) {
      const others = overrides.get(override.channel_id);
      if (others) others.push(override);
      else overrides.set(override.channel_id, [override]);
    }
    await task.pause();
  }
  const channels: TextChannel[] = [];
  for (const channel of await db.all(channelsByServer, id)) {
    channels.push(textChannelView({ ...channel, last_message_id: null }, overrides.get(channel.id) ?? []));
    const pause = task.pause();
    if (pause) await pause;
  }
  return { row, roles, channels, emojis: await listEmojisOfServer(db, id) };
}
