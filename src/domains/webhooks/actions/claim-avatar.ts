import type { File } from "../../../protocol/file.ts";
import type { Tx } from "../../../store/tx.ts";
import { claimFile } from "../../files/index.ts";

/** Makes an upload the avatar of a webhook, if one is named. */
export async function claimAvatar(
  tx: Tx<never, "NotFound">,
  avatar: string | undefined,
  { by, uploader }: { by: string; uploader: string },
): Promise<File | undefined> {
  return avatar === undefined ? undefined : claimFile(tx, { id: avatar, use: "WebhookAvatar", by, uploader });
}
