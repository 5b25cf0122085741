import type { Tx } from "../../../store/tx.ts";
import { releaseFiles } from "../../files/index.ts";
import { avatarOf } from "../rules/webhook-view.ts";
import { listAvatars } from "../store/webhooks.ts";

/** Of webhooks that go with their channels. */
export async function releaseAvatars(
  tx: Tx,
  { channelIds }: { readonly channelIds: readonly string[] },
): Promise<void> {
  if (channelIds.length === 0) return;
  const avatars = await listAvatars(tx, channelIds);
  const ids = avatars.flatMap((avatar) => avatarOf({ avatar })?._id ?? []);
  await releaseFiles(tx, ids);
}
