import { memberRankOf, rankOf } from "../../../permissions/servers.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findServerAccess, type ServerAccess } from "../store/server-access.ts";

/** Whom one acts on must be of lower rank. */
export async function assertOutranksMember(
  { db, fail }: { db: Reader; fail: Fail<"NotElevated"> },
  place: ServerAccess,
  targetId: string,
): Promise<void> {
  const target = await findServerAccess(db, place.server.id, targetId);
  if (!target || memberRankOf(target.membership) <= rankOf(place.membership)) throw fail("NotElevated");
}
