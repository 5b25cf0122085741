import { resource } from "../../../declare/resource.ts";
import { newLruCache } from "../../../platform/cache/lru-cache.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import type { UserRow } from "../../users/index.ts";
import type { Precondition } from "../store/preconditions.ts";

/** A channel, and what decides whether and how a user may send messages there. */
export interface SendAccess extends ChannelAccess {
  readonly user: UserRow | undefined;
  /**
   * What must still hold when the message is written. Undefined where a transaction has read it, and where no
   * precondition can tell.
   */
  readonly relies?: readonly Precondition[];
}

const maxEntries = 4_000;

/** Who may send messages where, by channel and user. The preconditions tell whether an entry still holds. */
export const sendAccesses = resource({
  name: "who may send messages where",
  open: () => newLruCache<SendAccess>(maxEntries),
});
