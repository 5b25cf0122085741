import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { type Emoji, listEmojisOfServer, requireMembership } from "../../servers/index.ts";

interface ShowCall {
  readonly params: { readonly target: string };
  readonly caller: { readonly userId: string };
  readonly db: Reader;
  readonly fail: Fail<"NotFound">;
}

/** The emoji of a server, for its members, by whichever path they ask. */
export async function showEmojis({ params, caller, db, fail }: ShowCall): Promise<Emoji[]> {
  const { server } = await requireMembership({ db, caller, fail }, params.target);
  return listEmojisOfServer(db, server.id);
}
