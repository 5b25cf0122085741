import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { type Emoji, lookAsMember } from "../../servers/index.ts";
import { listEmojisOfServer } from "../store.ts";

interface ShowCall {
  readonly params: { readonly target: string };
  readonly caller: { readonly userId: string };
  readonly db: Reader;
  readonly fail: Fail<"NotFound">;
}

/** The emoji of a server, for its members, by whichever path they ask. */
export async function showEmojis({ params, caller, db, fail }: ShowCall): Promise<Emoji[]> {
  const { server } = await lookAsMember({ db, caller, fail }, params.target);
  return listEmojisOfServer(db, server.id);
}
