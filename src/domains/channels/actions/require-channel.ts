import type { Fail } from "../../../declare/error.ts";
import { type AccessContext, target } from "../../../declare/target.ts";
import type { AnyTx, Reader } from "../../../declare/tx.ts";
import { permission as bits, type Permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { canViewChannel, channelPermissions, type MembershipContext } from "../../../permissions/servers.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import {
  findMembership,
  findMembershipInChannel,
  lockServer,
  type MemberWithRoles,
} from "../../members/index.ts";
import type { Channel, TextChannel } from "../model.ts";
import { overridesOf, textChannelView } from "../rules/text-channel.ts";
import { conversationView } from "../rules/views.ts";
import { type ChannelWithOverrides, findChannelWithOverrides, findStableChannel } from "../store/channels.ts";
import { listRecipients } from "../store/conversations.ts";
import { lockConversation } from "../store/groups.ts";
import type { ChannelRow, StableChannelRow } from "../tables.ts";
import { resolveConversationAccess } from "./conversation-access.ts";

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

/** The channel that a path parameter names. */
export function channelTarget<const Param extends string>(param: Param) {
  return target({
    kind: "channel",
    params: [param],
    load: (context, params) => loadChannelAccess(context, params[param]),
    holds: holdsChannelPermission,
    lock: (tx, { channel }: ChannelAccess) => lockChannel(tx, channel),
  });
}

/** The same for sending and reading messages. Its row lacks the last message, so that the query cache can keep it. */
export function stableChannelTarget<const Param extends string>(param: Param) {
  return target({
    kind: "channel",
    params: [param],
    load: (context, params) => loadStableAccess(context, params[param]),
    holds: holdsChannelPermission,
  });
}

/** Loads a channel for a caller who holds a permission in it; for what no route declares. */
export async function requireChannel(
  context: AccessContext,
  id: string,
  permission: Permission | ((channel: Channel) => Permission),
): Promise<ChannelAccess<ChannelRow>> {
  const access = await loadChannelAccess(context, id);
  const needed = typeof permission === "string" ? permission : permission(access.channel);
  assertChannelPermission(context, access, needed);
  return access;
}

/** Loads a channel and the caller's permissions in it, without checking any of them. */
export async function loadChannelAccess(
  context: AccessContext,
  id: string,
): Promise<ChannelAccess<ChannelRow>> {
  return resolveAccess(context, await findChannelWithOverrides(context.db, id));
}

/** Loads the same without the last message, see `stableChannelTarget`. */
export async function loadStableAccess(context: AccessContext, id: string): Promise<ChannelAccess> {
  const { db, caller } = context;
  // SQLite has both in its query cache; PostgreSQL answers both in one round trip.
  if (db.dialect === "sqlite") return resolveAccess(context, await findStableChannel(db, id));
  const [found, membership] = await Promise.all([
    findStableChannel(db, id),
    findMembershipInChannel(db, id, caller.userId),
  ]);
  return resolveAccess(context, found, () => membership);
}

export function assertChannelPermission(
  { fail }: { readonly fail: Fail<"MissingPermission"> },
  access: Pick<ChannelAccess, "permissions">,
  permission: Permission,
): void {
  if (!holdsChannelPermission(access, permission)) throw fail("MissingPermission", { permission });
}

export function holdsChannelPermission(
  { permissions }: Pick<ChannelAccess, "permissions">,
  permission: Permission,
): boolean {
  return includes(permissions, bits[permission]);
}

/** A channel of any kind as clients see it, without any check of permissions. */
export async function findAnyChannel(db: Reader, id: string): Promise<Channel | undefined> {
  const found = await findChannelWithOverrides(db, id);
  if (!found) return undefined;
  const { row, overrides } = found;
  return row.server_id === null
    ? conversationView(row, await listRecipients(db, id))
    : textChannelView(row, overrides);
}

/** Whether a user is a member of the channel's server and can view the channel. */
export async function canMemberViewChannel(
  db: Reader,
  channel: TextChannel,
  userId: string,
): Promise<boolean> {
  const membership = (await findMembership(db, channel.server, userId))?.membership;
  return membership?.member !== undefined && canViewChannel(membership, overridesOf(channel));
}

/** The row that every change of the channel locks: its server's, or the group's own. */
async function lockChannel(tx: AnyTx, channel: Channel): Promise<void> {
  if (channel.channel_type === "TextChannel") await lockServer(tx, channel.server);
  else await lockConversation(tx, channel._id);
}

async function resolveAccess<Row extends StableChannelRow>(
  { db, caller: { userId }, fail }: AccessContext,
  found: ChannelWithOverrides<Row> | undefined,
  findCaller: typeof findMembership = findMembership,
): Promise<ChannelAccess<Row>> {
  if (!found) throw fail("NotFound");
  const { row } = found;
  if (row.server_id === null) {
    const { channel, permissions } = await resolveConversationAccess(db, row, userId);
    return { row, channel, permissions, membership: undefined, member: undefined };
  }
  const caller = await findCaller(db, row.server_id, userId);
  // The server may have been deleted between the two reads.
  if (!caller) throw fail("NotFound");
  const { membership, member } = caller;
  const { channel, overrides } = viewTextChannel(found);
  const permissions = channelPermissions(membership, overrides, db.services.clock.now());
  return { row, channel, permissions, membership, member };
}

const viewTextChannel = memoizeByObject((found: ChannelWithOverrides<StableChannelRow>) => {
  const channel = textChannelView(found.row, found.overrides);
  return { channel, overrides: overridesOf(channel) };
});
