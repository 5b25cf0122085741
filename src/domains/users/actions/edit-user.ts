import type { Tx } from "../../../declare/tx.ts";
import { claimFile } from "../../files/index.ts";
import type { UserUpdated } from "../events.ts";
import { type User, type UserEdit, userFlags } from "../model.ts";
import { isRemoved } from "../rules/flags.ts";
import { type ClaimedFiles, planUserEdit } from "../rules/user-edit.ts";
import { findUser, ownUser, updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { emitUserUpdate } from "./emit-user-update.ts";
import { releaseReplacedFiles } from "./mark-deleted.ts";
import { viewSelf } from "./view-user.ts";

interface UserEditRequest {
  readonly editorId: string;
  /** The id of a user, or `@me`. */
  readonly target: string;
  readonly edit: UserEdit;
}

/** Edits the editor's own user or bot. Flags and badges are for operators, who set them under `/admin`. */
export async function editUser(
  tx: Tx<typeof UserUpdated, "NotFound" | "NotPrivileged">,
  { editorId, target, edit }: UserEditRequest,
): Promise<User> {
  const editor = await ownUser(tx, { userId: editorId });
  if (edit.badges !== undefined || edit.flags !== undefined) throw tx.fail("NotPrivileged");
  const user = await findEditable(tx, editor, target);
  const files = await claimUserFiles(tx, edit, { user, uploader: editorId });
  const { changes, ...update } = planUserEdit(user, { ...edit, ...files });
  if (Object.keys(changes).length > 0) {
    await updateUser(tx, user.id, changes);
    await releaseReplacedFiles(tx, user, changes);
    await emitUserUpdate(tx, { id: user.id, ...update });
  }
  return viewSelf(tx, { ...user, ...changes });
}

async function findEditable(
  tx: Tx<never, "NotFound" | "NotPrivileged">,
  editor: UserRow,
  target: string,
): Promise<UserRow> {
  if (target === "@me" || target === editor.id) {
    // The account may have been deleted since the request was authenticated; the user stays empty then.
    if (editor.flags & userFlags.deleted) throw tx.fail("NotFound");
    return editor;
  }
  const user = await findUser(tx, target);
  if (!user) throw tx.fail("NotFound");
  // A deleted or wiped bot keeps the id of its owner, but has no owner any more.
  if (user.bot_owner !== editor.id || isRemoved(user)) throw tx.fail("NotPrivileged");
  return user;
}

async function claimUserFiles(
  tx: Tx<never, "NotFound">,
  { avatar, profile }: Pick<UserEdit, "avatar" | "profile">,
  { user, uploader }: { user: UserRow; uploader: string },
): Promise<ClaimedFiles> {
  const claim = (id: string | undefined, use: "UserAvatar" | "UserProfileBackground") =>
    id === undefined ? undefined : claimFile(tx, { id, use, by: user.id, uploader });
  return {
    avatarFile: await claim(avatar, "UserAvatar"),
    backgroundFile: await claim(profile?.background, "UserProfileBackground"),
  };
}
