import { newServerDefault } from "../../../src/permissions/defaults.ts";
import type { MemberVisibilityData, ServerVisibilityData } from "../../../src/visibility/view-change.ts";

/** A server as the event stream knows it, of which only the id matters. */
export function serverDataOf(id: string, data: Partial<ServerVisibilityData> = {}): ServerVisibilityData {
  return { id, owner: "its owner", defaultPermissions: newServerDefault, roles: [], channels: [], ...data };
}

/** A member without roles. */
export const plainMember: MemberVisibilityData = { roles: [], timeoutUntil: null };

export function membershipIn(id: string, data: Partial<ServerVisibilityData> = {}) {
  return { visibility: serverDataOf(id, data), member: plainMember };
}
