import type { EffectiveRelation } from "../visibility/view-change.ts";

/** Permissions of one user on another. */
export const userPermission = { Access: 1, ViewProfile: 2, SendMessage: 4, Invite: 8 } as const;
export type UserPermission = keyof typeof userPermission;

const everything = 15;
const { Access, ViewProfile, SendMessage } = userPermission;

export interface UserPermissionContext {
  readonly self: boolean;
  readonly relation: EffectiveRelation;
  /** The users share a server, a group or a direct message channel. */
  readonly mutual: boolean;
  readonly eitherIsBot: boolean;
}

export function userPermissions({ self, relation, mutual, eitherIsBot }: UserPermissionContext): number {
  if (self || relation === "Friend") return everything;
  if (relation.startsWith("Blocked")) return Access;
  if (mutual) return Access | ViewProfile | (eitherIsBot ? SendMessage : 0);
  return relation === "None" ? 0 : Access;
}
