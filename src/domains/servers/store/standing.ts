import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { type Known, whenKnown } from "../../../platform/when-known.ts";
import type { UsersTables } from "../../users/index.ts";
import { type Seat, seatIn } from "../rules/seat.ts";
import type { ServerRow, ServersTables } from "../tables.ts";
import { findServer } from "./servers.ts";

/** Little of the server, and all in one query: this is asked for with every message, and must be of one moment. */
const seatByKey = prepare((db: Kysely<ServersTables & UsersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("servers")
    .leftJoin("members", (on) =>
      on.onRef("members.server_id", "=", "servers.id").on("members.user_id", "=", userId),
    )
    .leftJoin("users", (on) => on.on("users.id", "=", userId))
    .leftJoin("member_roles", (on) =>
      on
        .onRef("member_roles.server_id", "=", "members.server_id")
        .onRef("member_roles.user_id", "=", "members.user_id"),
    )
    .leftJoin("roles", "roles.id", "member_roles.role_id")
    .selectAll("members")
    .select(["servers.owner_id", "servers.default_permissions", "users.id as asked_id", "users.privileged"])
    .select(["member_roles.position", "roles.id as role_id", "roles.rank", "roles.allow", "roles.deny"])
    .where("servers.id", "=", serverId),
).remembered();

export interface Place extends Seat {
  readonly server: ServerRow;
}

/** A server, and all that decides what a user may do there. */
export async function findPlace(db: Reader, serverId: string, userId: string): Promise<Place | undefined> {
  const seat = await findSeat(db, serverId, userId);
  const server = seat && (await findServer(db, serverId));
  return server && { ...seat, server };
}

/** The same without the server itself. */
export function findSeat(db: Reader, serverId: string, userId: string): Known<Seat | undefined> {
  return whenKnown(db.all(seatByKey, serverId, userId), seatIn);
}
