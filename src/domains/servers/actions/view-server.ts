import type { Reader } from "../../../declare/tx.ts";
import { listServerChannels, onlyViewable } from "../../channels/index.ts";
import type { ServerAccess } from "../../members/index.ts";
import type { FetchedServer } from "../model.ts";
import { showServer } from "../store/show-server.ts";

/** A server, with the channels that the caller can view or with the ids of all channels. */
export async function viewServer(
  db: Reader,
  { server, membership }: ServerAccess,
  { includeChannels }: { readonly includeChannels: boolean | undefined },
): Promise<FetchedServer> {
  const view = await showServer(db, server);
  if (!includeChannels) return view;
  return { ...view, channels: onlyViewable(await listServerChannels(db, server.id), membership) };
}
