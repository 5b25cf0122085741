import type { Channel } from "../model/channel.ts";

/** Why somebody may not write in a channel. */
export type Obstacle =
  | { readonly kind: "youBlocked" | "blockedYou" | "notFriends" | "noPermission" }
  | { readonly kind: "timeout"; readonly until: Date };

type WritableChannel = Pick<Channel, "type" | "havePermission"> & {
  readonly recipient?: { readonly relationship: string } | undefined;
};

/** Finds what keeps the present user from writing. */
export function whyNotWrite(
  channel: WritableChannel,
  timeout: Date | undefined,
  now: number,
): Obstacle | undefined {
  if (timeout && timeout.getTime() > now) return { kind: "timeout", until: timeout };
  if (channel.type === "DirectMessage") {
    if (channel.recipient?.relationship === "Blocked") return { kind: "youBlocked" };
    if (channel.recipient?.relationship === "BlockedOther") return { kind: "blockedYou" };
  }
  if (channel.havePermission("SendMessage")) return undefined;
  return { kind: channel.type === "DirectMessage" ? "notFriends" : "noPermission" };
}
