import { decodeTime } from "ulid";
import type { Config } from "../../../config/schema.ts";
import type { User } from "../model.ts";
import type { UserRow } from "../tables.ts";

const earlyAdopter = 256;

/** How users see themselves. */
export function selfView(row: UserRow, config: Config): User {
  const badges = badgesOf(row, config);
  return {
    _id: row.id,
    username: row.username,
    discriminator: row.discriminator,
    ...(badges !== 0 && { badges }),
    ...(row.flags !== 0 && { flags: row.flags }),
    ...(row.privileged && { privileged: true as const }),
    relationship: "User",
    online: false,
  };
}

function badgesOf(row: UserRow, { users }: Config): number {
  return decodeTime(row.id) < users.early_adopter_cutoff ? row.badges | earlyAdopter : row.badges;
}
