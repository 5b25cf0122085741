import type { File } from "../../../protocol/file.ts";
import type { Tx } from "../../../store/tx.ts";
import { claimFile, releaseFile } from "../../files/index.ts";
import type { UserEdit } from "../model.ts";
import type { ClaimedFiles } from "../rules/user-edit.ts";
import type { UserRow } from "../tables.ts";

/** Makes the files that an edit names the user's own. */
export async function claimUserFiles(
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

/** What a change leaves without a use goes. */
export async function releaseReplacedFiles(
  tx: Tx,
  before: UserRow,
  changes: Partial<UserRow>,
): Promise<void> {
  for (const column of ["avatar", "profile_background"] as const) {
    const old = before[column];
    if (old !== null && column in changes) await releaseFile(tx, (JSON.parse(old) as File)._id);
  }
}
