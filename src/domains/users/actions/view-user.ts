import type { Reader } from "../../../declare/tx.ts";
import type { User } from "../model.ts";
import { perspectiveView, selfView } from "../rules/views.ts";
import { listRelations } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";
import { holdsUserPermission, type UserAccess } from "./user-access.ts";

/** A user as a viewer with this access sees them. */
export async function viewUser(db: Reader, viewerId: string, access: UserAccess): Promise<User> {
  const { user, relation } = access;
  if (viewerId === user.id) return viewSelf(db, user);
  const seesProfile = holdsUserPermission(access, "ViewProfile");
  return perspectiveView(user, { relation, seesProfile }, db.services);
}

/** A user as they see themselves, with their relations. */
export async function viewSelf(db: Reader, user: UserRow): Promise<User> {
  return selfView(user, await listRelations(db, user.id), db.services);
}
