import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import type { ServerEdit } from "../model.ts";
import type { ServerAccess } from "../store/server-access.ts";
import { assertServerPermission } from "./require-server.ts";

type Refusals = "NotFound" | "MissingPermission" | "NotOwner" | "NotPrivileged";

interface Looking {
  readonly db: Reader;
  readonly fail: Fail<Refusals>;
}

const forManagers = ["name", "description", "icon", "banner", "system_messages", "analytics"] as const;

/** What has to be held before a ticket is asked for, which a transfer uses up whatever becomes of it. */
export function assertMayAttempt(context: Looking, place: ServerAccess, edit: ServerEdit): void {
  const { remove = [], owner } = edit;
  if (isEmpty(edit) && !place.membership.member) throw context.fail("NotFound");
  if (remove.length > 0 || forManagers.some((field) => edit[field] !== undefined))
    assertServerPermission(context, place, "ManageServer");
  if (owner !== undefined && !place.membership.owner && !place.membership.privileged)
    throw context.fail("NotOwner");
}

export function assertMayEdit(context: Looking, place: ServerAccess, edit: ServerEdit): void {
  assertMayAttempt(context, place, edit);
  const isForPrivileged = edit.flags !== undefined || edit.discoverable !== undefined;
  if (isForPrivileged && !place.membership.privileged) throw context.fail("NotPrivileged");
  if (edit.categories !== undefined) assertServerPermission(context, place, "ManageChannel");
}

export function isEmpty({ remove = [], ...fields }: ServerEdit): boolean {
  return remove.length === 0 && Object.keys(fields).length === 0;
}
