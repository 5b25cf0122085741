import { permission as bits, type Permission } from "../../../permissions/bits.ts";
import { channelPermissions, type MembershipContext } from "../../../permissions/servers.ts";
import { includes } from "../../../permissions/sets.ts";
import { memoizeByObject } from "../../../platform/memoize-by-object.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import {
  type Channel,
  type ChannelRow,
  type ChannelWithOverrides,
  findChannelWithOverrides,
  findStableChannel,
  overridesOf,
  resolveConversationAccess,
  type StableChannelRow,
  textChannelView,
} from "../../conversations/index.ts";
import { findMembership, type MemberWithRoles } from "../../servers/index.ts";

interface AccessContext {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

/** A channel, and the permissions that the caller has in it. */
export interface ChannelAccess<Row = StableChannelRow> {
  readonly row: Row;
  readonly channel: Channel;
  readonly permissions: number;
  /** What decides the caller's permissions in the channel's server; undefined for conversations. */
  readonly membership: MembershipContext | undefined;
  /** The caller as a member of that server; undefined for callers who are not members. */
  readonly member: MemberWithRoles | undefined;
}

/** Loads a channel in which the caller holds a permission, which may depend on the kind of channel. */
export async function requireChannel(
  context: AccessContext,
  id: string,
  permission: Permission | ((channel: Channel) => Permission),
): Promise<ChannelAccess<ChannelRow>> {
  const access = await resolveAccess(context, await findChannelWithOverrides(context.db, id));
  const needed = typeof permission === "string" ? permission : permission(access.channel);
  assertChannelPermission(context, access, needed);
  return access;
}

/** The same for a caller who sends a message. The row lacks the last message, so the query cache can keep it. */
export async function requireSendAccess(context: AccessContext, id: string): Promise<ChannelAccess> {
  const access = await resolveAccess(context, await findStableChannel(context.db, id));
  assertChannelPermission(context, access, "SendMessage");
  return access;
}

export function assertChannelPermission(
  { fail }: Pick<AccessContext, "fail">,
  { permissions }: Pick<ChannelAccess, "permissions">,
  permission: Permission,
): void {
  if (!includes(permissions, bits[permission])) throw fail("MissingPermission", { permission });
}

async function resolveAccess<Row extends StableChannelRow>(
  { db, caller: { userId }, fail }: AccessContext,
  found: ChannelWithOverrides<Row> | undefined,
): Promise<ChannelAccess<Row>> {
  if (!found) throw fail("NotFound");
  const { row } = found;
  if (row.server_id === null) {
    const { channel, permissions } = await resolveConversationAccess(db, row, userId);
    return { row, channel, permissions, membership: undefined, member: undefined };
  }
  const caller = await findMembership(db, row.server_id, userId);
  // The server may have been deleted between the two reads.
  if (!caller) throw fail("NotFound");
  const { membership, member } = caller;
  const channel = viewTextChannel(found);
  const permissions = channelPermissions(membership, overridesOf(channel), db.services.clock.now());
  return { row, channel, permissions, membership, member };
}

const viewTextChannel = memoizeByObject(({ row, overrides }: ChannelWithOverrides<StableChannelRow>) =>
  textChannelView(row, overrides),
);
