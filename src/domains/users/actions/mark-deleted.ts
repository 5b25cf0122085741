import type { Tx } from "../../../declare/tx.ts";
import { UserUpdated } from "../events.ts";
import { userFlags } from "../model.ts";
import { findUser, updateUser } from "../store/users.ts";

/** Leaves of a user only the id, so that what others wrote still has somebody to point at. */
export async function markDeleted(tx: Tx<typeof UserUpdated>, id: string): Promise<void> {
  if (!(await findUser(tx, id))) return;
  const data = { username: `Deleted User ${id}`, discriminator: "0000", flags: userFlags.deleted };
  await updateUser(tx, id, { ...data, username_key: data.username.toLowerCase(), badges: 0, privileged: 0 });
  tx.emit(
    UserUpdated,
    {
      id,
      data,
      clear: ["Avatar", "StatusText", "StatusPresence", "ProfileContent", "ProfileBackground", "Internal"],
      event_id: null,
    },
    { toward: "everybody", servers: [] },
  );
}
