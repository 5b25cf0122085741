import { grantAllSafe } from "./bits.ts";
import { union } from "./bitset.ts";
import { directMessageDefault, viewOnly } from "./defaults.ts";

export function savedMessagesPermissions(own: boolean): number {
  return own ? grantAllSafe : 0;
}

interface DirectMessageContext {
  readonly recipient: boolean;
  /** Whether the caller has SendMessage on the other user. */
  readonly maySend: boolean;
}

export function directMessagePermissions({ recipient, maySend }: DirectMessageContext): number {
  if (!recipient) return 0;
  return maySend ? directMessageDefault : viewOnly;
}

interface GroupContext {
  readonly owner: boolean;
  readonly recipient: boolean;
  /** Replaces the default if the group sets it. */
  readonly permissions?: number | undefined;
}

export function groupPermissions({ owner, recipient, permissions }: GroupContext): number {
  if (owner) return grantAllSafe;
  return recipient ? union(viewOnly, permissions ?? directMessageDefault) : 0;
}
