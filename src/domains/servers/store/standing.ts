import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { inOrder, type ServerStanding } from "../../../permissions/servers.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { UsersTables } from "../../users/index.ts";
import { sceneRole } from "../rules/scene.ts";
import type { RoleRow, ServerRow, ServersTables } from "../tables.ts";

const serverWithSeat = prepare((db: Kysely<ServersTables & UsersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("servers")
    .leftJoin("members", (on) =>
      on.onRef("members.server_id", "=", "servers.id").on("members.user_id", "=", userId),
    )
    .leftJoin("users", (on) => on.on("users.id", "=", userId))
    .selectAll("servers")
    .select([
      "members.user_id as seat",
      "members.timeout_until",
      "members.can_publish",
      "members.can_receive",
      "users.privileged",
    ])
    .where("servers.id", "=", serverId),
);

const rolesHeld = prepare((db: Kysely<ServersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("member_roles")
    .innerJoin("roles", "roles.id", "member_roles.role_id")
    .selectAll("roles")
    .where("member_roles.server_id", "=", serverId)
    .where("member_roles.user_id", "=", userId),
);

export interface Place {
  readonly server: ServerRow;
  readonly standing: ServerStanding;
}

/** A server, and all that decides what a user may do there. */
export async function findPlace(db: Reader, serverId: string, userId: string): Promise<Place | undefined> {
  const row = await db.one(serverWithSeat, serverId, userId);
  if (!row) return undefined;
  const { seat, timeout_until, can_publish, can_receive, privileged, ...server } = row;
  const held: RoleRow[] = seat === null ? [] : await db.all(rolesHeld, serverId, userId);
  return {
    server,
    standing: {
      privileged: privileged === 1,
      owner: server.owner_id === userId,
      member:
        seat === null
          ? undefined
          : { timeoutUntil: timeout_until, canPublish: can_publish === 1, canReceive: can_receive === 1 },
      defaultPermissions: server.default_permissions,
      roles: inOrder(held.map(sceneRole)),
    },
  };
}
