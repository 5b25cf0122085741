import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { memberRankOf, rankOf } from "../../../permissions/servers.ts";
import { findPlace, type Place } from "../store/standing.ts";

/** Whom one acts on must be of lower rank. */
export async function assertOutranks(
  { db, fail }: { db: Reader; fail: Fail<"NotElevated"> },
  place: Place,
  targetId: string,
): Promise<void> {
  const target = await findPlace(db, place.server.id, targetId);
  if (!target || memberRankOf(target.standing) <= rankOf(place.standing)) throw fail("NotElevated");
}
