import { userPermission } from "../../../permissions/users.ts";
import type { Reader } from "../../../store/tx.ts";
import type { User } from "../model.ts";
import { perspectiveView, selfView } from "../rules/views.ts";
import { listRelations } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";
import { permissionsOn, type UserAccess } from "./permissions-on.ts";

/** A user who was looked up, as the viewer may see them. Where it is known already how they stand, pass it. */
export async function viewUser(
  db: Reader,
  viewerId: string,
  { target, standing }: { target: UserRow; standing?: UserAccess },
): Promise<User> {
  if (viewerId === target.id) return viewSelf(db, target);
  const { relation, permissions } = standing ?? (await permissionsOn(db, viewerId, target));
  return perspectiveView(
    target,
    { relation, seesProfile: (permissions & userPermission.ViewProfile) !== 0 },
    db.services,
  );
}

/** A user as they see themselves, with their relations. */
export async function viewSelf(db: Reader, user: UserRow): Promise<User> {
  return selfView(user, await listRelations(db, user.id), db.services);
}
