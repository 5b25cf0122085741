import type { SceneMember, ServerScene } from "../../src/declare/view-change.ts";
import { newServerDefault } from "../../src/permissions/defaults.ts";

/** A server as the event stream knows it, of which only the id matters. */
export function sceneOf(id: string, scene: Partial<ServerScene> = {}): ServerScene {
  return { id, owner: "its owner", defaultPermissions: newServerDefault, roles: [], channels: [], ...scene };
}

/** A member without roles. */
export const plainMember: SceneMember = { roles: [], timeoutUntil: null };

export function membershipIn(id: string, scene: Partial<ServerScene> = {}) {
  return { scene: sceneOf(id, scene), member: plainMember };
}
