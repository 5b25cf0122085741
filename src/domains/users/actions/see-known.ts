import type { Reader } from "../../../declare/tx.ts";
import type { User } from "../model.ts";
import { knownView, selfView } from "../rules/views.ts";
import { listRegards, listRelations } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";

/** Any number of users, in their order, as somebody sees them who meets them somewhere. */
export async function seeKnown(db: Reader, viewerId: string, users: readonly UserRow[]): Promise<User[]> {
  const regards = await listRegards(db, viewerId, await listRelations(db, viewerId));
  return users.map((user) =>
    user.id === viewerId
      ? selfView(user, [], db.services)
      : knownView(user, regards.get(user.id) ?? "None", db.services),
  );
}
