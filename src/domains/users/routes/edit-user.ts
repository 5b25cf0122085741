import { route } from "../../../declare/route.ts";
import type { Tx } from "../../../store/tx.ts";
import { emitUserUpdate } from "../actions/emit-user-update.ts";
import { claimUserFiles, releaseReplacedFiles } from "../actions/user-files.ts";
import { viewSelf } from "../actions/view-user.ts";
import { UserUpdated } from "../events.ts";
import { User, UserEdit, userFlags } from "../model.ts";
import { isGone } from "../rules/is-gone.ts";
import { planEdit } from "../rules/user-edit.ts";
import { findUser, ownUser, updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

export const editUserRoute = route({
  id: "edit_user_edit",
  method: "PATCH",
  path: "/users/:target",
  summary: "Edit oneself (`@me` or one's id), a bot of one's own or, being privileged, anybody.",
  auth: "user",
  limit: { bucket: "user_edit", by: "target" },
  body: UserEdit,
  reply: User,
  errors: ["NotPrivileged", "NotFound"],
  emits: [UserUpdated],
  async handle({ params, body, caller, tx, services, fail }) {
    const editor = await ownUser(tx, caller);
    const isForPrivileged = body.badges !== undefined || body.flags !== undefined;
    if (isForPrivileged && !editor.privileged) throw fail("NotPrivileged");
    const user = await findEditable(tx, editor, params.target);
    const claimed = await claimUserFiles(tx, body, { user, uploader: caller.userId });
    const { changes, ...told } = planEdit(user, { ...body, ...claimed }, services);
    if (Object.keys(changes).length > 0) {
      await updateUser(tx, user.id, changes);
      await releaseReplacedFiles(tx, user, changes);
      await emitUserUpdate(tx, { id: user.id, ...told });
    }
    return viewSelf(tx, { ...user, ...changes });
  },
});

async function findEditable(
  tx: Tx<never, "NotFound" | "NotPrivileged">,
  editor: UserRow,
  target: string,
): Promise<UserRow> {
  if (target === "@me" || target === editor.id) {
    // Who was deleted since the call came in stays empty.
    if (editor.flags & userFlags.deleted) throw tx.fail("NotFound");
    return editor;
  }
  const user = await findUser(tx, target);
  if (!user) throw tx.fail("NotFound");
  // A bot that was deleted or wiped is nobody's any more.
  const isOwnBot = user.bot_owner === editor.id && !isGone(user);
  if (!editor.privileged && !isOwnBot) throw tx.fail("NotPrivileged");
  return user;
}
