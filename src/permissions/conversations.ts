import { grantAllSafe } from "./bits.ts";
import { union } from "./bitset.ts";
import { directMessageDefault, viewOnly } from "./defaults.ts";

export function savedMessagesPermissions(own: boolean, privileged: boolean): number {
  return privileged || own ? grantAllSafe : 0;
}

interface DirectMessageContext {
  readonly privileged: boolean;
  readonly recipient: boolean;
  /** Whether the caller has SendMessage on the other user. */
  readonly maySend: boolean;
}

export function directMessagePermissions({ privileged, recipient, maySend }: DirectMessageContext): number {
  if (privileged) return grantAllSafe;
  if (!recipient) return 0;
  return maySend ? directMessageDefault : viewOnly;
}

interface GroupContext {
  readonly privileged: boolean;
  readonly owner: boolean;
  readonly recipient: boolean;
  /** Replaces the default if the group sets it. */
  readonly permissions?: number | undefined;
}

export function groupPermissions({ privileged, owner, recipient, permissions }: GroupContext): number {
  if (privileged || owner) return grantAllSafe;
  return recipient ? union(viewOnly, permissions ?? directMessageDefault) : 0;
}
