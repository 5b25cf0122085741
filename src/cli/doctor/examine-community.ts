import type { Config } from "../../config/schema.ts";
import type { ChannelsTables } from "../../domains/channels/index.ts";
import type { ServersTables } from "../../domains/members/index.ts";
import type { ReadQueries } from "../../platform/database/port.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** Whether the server and the channel that [community] names are there. A server asks it at its start, too. */
export async function examineCommunity(
  { community: { server, answers_channel } }: Config,
  database: { read<T>(work: (db: Pick<ReadQueries, "sql">) => Promise<T>): Promise<T> },
): Promise<Finding[]> {
  const check = "community";
  if (server === "") return [];
  const found = await database.read((db) =>
    db.sql<ServersTables>().selectFrom("servers").select("name").where("id", "=", server).executeTakeFirst(),
  );
  if (!found)
    return [
      warning(
        check,
        `community.server: there is no server ${server}, so new accounts join none`,
        "Set it to an id that `ermine servers list` shows, or leave it empty.",
      ),
    ];
  const channel =
    answers_channel === ""
      ? undefined
      : await database.read((db) =>
          db
            .sql<ChannelsTables>()
            .selectFrom("channels")
            .select("server_id")
            .where("id", "=", answers_channel)
            .executeTakeFirst(),
        );
  if (answers_channel !== "" && channel?.server_id !== server)
    return [
      warning(
        check,
        `community.answers_channel: ${found.name} has no channel ${answers_channel}, so new people are asked nothing`,
        "Set it to the id of one of its channels, which the menu of a channel copies.",
      ),
    ];
  return [ok(check, `new accounts join ${found.name}`)];
}
