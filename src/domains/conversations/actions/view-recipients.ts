import type { Reader } from "../../../store/tx.ts";
import { listUsers, type User, viewKnownUsers } from "../../users/index.ts";
import type { Group } from "../model.ts";

/** Who is in a group, in their order, as somebody sees them who meets them there. */
export async function viewRecipients(
  db: Reader,
  viewerId: string,
  { recipients }: Pick<Group, "recipients">,
): Promise<User[]> {
  const users = await listUsers(db, recipients);
  const places = new Map(recipients.map((id, place) => [id, place]));
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? 0;
  return viewKnownUsers(
    db,
    viewerId,
    users.toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
}
