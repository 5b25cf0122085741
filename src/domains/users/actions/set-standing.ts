import type { Tx } from "../../../declare/tx.ts";
import type { UserUpdated } from "../events.ts";
import { shownBadges } from "../rules/views.ts";
import { updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { emitUserUpdate } from "./emit-user-update.ts";

/** What operators decide about a user. */
export interface UserStanding {
  readonly flags?: number | undefined;
  readonly badges?: number | undefined;
  readonly privileged?: boolean | undefined;
}

/** Sets what is given and differs; returns the row as it is then. */
export async function setStanding(
  tx: Tx<typeof UserUpdated>,
  user: UserRow,
  { flags = user.flags, badges = user.badges, privileged = user.privileged === 1 }: UserStanding,
): Promise<UserRow> {
  const changed: UserRow = { ...user, flags, badges, privileged: privileged ? 1 : 0 };
  const data = {
    ...(flags !== user.flags && { flags }),
    ...(badges !== user.badges && { badges: shownBadges(changed, tx.services) }),
    ...(changed.privileged !== user.privileged && { privileged }),
  };
  if (Object.keys(data).length === 0) return user;
  await updateUser(tx, user.id, { flags, badges, privileged: changed.privileged });
  await emitUserUpdate(tx, { id: user.id, data, clear: [] });
  return changed;
}
