import { grantAllSafe } from "./bits.ts";
import { directMessageDefault, viewOnly } from "./defaults.ts";
import { union } from "./sets.ts";

export function savedMessagesPermissions(own: boolean, privileged: boolean): number {
  return privileged || own ? grantAllSafe : 0;
}

export interface DirectMessageContext {
  readonly privileged: boolean;
  readonly recipient: boolean;
  /** Whether the permissions on the other one include SendMessage. */
  readonly maySend: boolean;
}

export function directMessagePermissions({ privileged, recipient, maySend }: DirectMessageContext): number {
  if (privileged) return grantAllSafe;
  if (!recipient) return 0;
  return maySend ? directMessageDefault : viewOnly;
}

export interface GroupContext {
  readonly privileged: boolean;
  readonly owner: boolean;
  readonly recipient: boolean;
  /** Those that the group sets, if it does. */
  readonly permissions?: number | undefined;
}

export function groupPermissions({ privileged, owner, recipient, permissions }: GroupContext): number {
  if (privileged || owner) return grantAllSafe;
  return recipient ? union(viewOnly, permissions ?? directMessageDefault) : 0;
}
