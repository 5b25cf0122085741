import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { ServerEdit } from "../model.ts";
import type { Place } from "../store/standing.ts";
import { assertPermission } from "./look-at-server.ts";

type Refusals = "NotFound" | "MissingPermission" | "NotOwner" | "NotPrivileged";

interface Looking {
  readonly db: Reader;
  readonly fail: Fail<Refusals>;
}

const forManagers = ["name", "description", "icon", "banner", "system_messages", "analytics"] as const;

/** What has to be held before a ticket is asked for, which a transfer uses up whatever becomes of it. */
export function assertMayAttempt(looking: Looking, place: Place, edit: ServerEdit): void {
  const { remove = [], owner } = edit;
  if (isEmpty(edit) && !place.standing.member) throw looking.fail("NotFound");
  if (remove.length > 0 || forManagers.some((field) => edit[field] !== undefined))
    assertPermission(looking, place, "ManageServer");
  if (owner !== undefined && !place.standing.owner && !place.standing.privileged)
    throw looking.fail("NotOwner");
}

export function assertMayEdit(looking: Looking, place: Place, edit: ServerEdit): void {
  assertMayAttempt(looking, place, edit);
  const isForPrivileged = edit.flags !== undefined || edit.discoverable !== undefined;
  if (isForPrivileged && !place.standing.privileged) throw looking.fail("NotPrivileged");
  if (edit.categories !== undefined) assertPermission(looking, place, "ManageChannel");
}

export function isEmpty({ remove = [], ...fields }: ServerEdit): boolean {
  return remove.length === 0 && Object.keys(fields).length === 0;
}
