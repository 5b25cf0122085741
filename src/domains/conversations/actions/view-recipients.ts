import type { Reader } from "../../../declare/tx.ts";
import type { Group } from "../../channels/index.ts";
import { listUsers, type User, viewKnownUsers } from "../../users/index.ts";

/** The recipients of a group, in their order, as another recipient sees them. */
export async function viewRecipients(
  db: Reader,
  viewerId: string,
  { recipients }: Pick<Group, "recipients">,
): Promise<User[]> {
  const users = await listUsers(db, recipients);
  const positions = new Map(recipients.map((id, position) => [id, position]));
  const positionOf = ({ id }: { id: string }) => positions.get(id) ?? 0;
  return viewKnownUsers(
    db,
    viewerId,
    users.toSorted((a, b) => positionOf(a) - positionOf(b)),
  );
}
