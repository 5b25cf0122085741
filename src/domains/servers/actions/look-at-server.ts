import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { Permission } from "../../../permissions/bits.ts";
import { permission as bits } from "../../../permissions/bits.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import { includes } from "../../../permissions/sets.ts";
import { findPlace, type Place } from "../store/standing.ts";

interface Looking<E extends "NotFound" | "MissingPermission"> {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<E>;
}

/** A server that exists, and how the caller stands in it, member or not. */
export async function lookAtServer({ db, caller, fail }: Looking<"NotFound">, id: string): Promise<Place> {
  const place = await findPlace(db, id, caller.userId);
  if (!place) throw fail("NotFound");
  return place;
}

/** The same for members alone; to others it is as if the server did not exist, privileged or not. */
export async function lookAsMember(looking: Looking<"NotFound">, id: string): Promise<Place> {
  const place = await lookAtServer(looking, id);
  if (!place.standing.member) throw looking.fail("NotFound");
  return place;
}

/** The same for those who hold a permission in the server. */
export async function lookWith(
  looking: Looking<"NotFound" | "MissingPermission">,
  id: string,
  permission: Permission,
): Promise<Place> {
  const place = await lookAtServer(looking, id);
  assertPermission(looking, place, permission);
  return place;
}

export function assertPermission(
  { db, fail }: Pick<Looking<"MissingPermission">, "db" | "fail">,
  place: Place,
  permission: Permission,
): void {
  const held = serverPermissions(place.standing, db.services.clock.now());
  if (!includes(held, bits[permission])) throw fail("MissingPermission", { permission });
}
