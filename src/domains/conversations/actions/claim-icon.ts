import type { File } from "../../../protocol/file.ts";
import type { Tx } from "../../../store/tx.ts";
import { claimFile } from "../../files/index.ts";

/** Makes an upload the icon of a channel, if one is named. */
export async function claimIcon(
  tx: Tx<never, "NotFound">,
  icon: string | undefined,
  { by, uploader }: { by: string; uploader: string },
): Promise<File | undefined> {
  return icon === undefined ? undefined : claimFile(tx, { id: icon, use: "ChannelIcon", by, uploader });
}
