import { permission as bits, type Permission } from "../../../permissions/bits.ts";
import {
  directMessagePermissions,
  groupPermissions,
  savedMessagesPermissions,
} from "../../../permissions/conversations.ts";
import { channelPermissions, type MembershipContext } from "../../../permissions/servers.ts";
import { includes } from "../../../permissions/sets.ts";
import { userPermission } from "../../../permissions/users.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/maybe-promise.ts";
import { memoizeByObject } from "../../../platform/memoize-by-object.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findUser, permissionsOn } from "../../users/index.ts";
import type { Channel, Group } from "../model.ts";
import { StandingInServer } from "../queries.ts";
import { overridesOf, textChannelView } from "../rules/text-channel.ts";
import { conversationView } from "../rules/views.ts";
import { listRecipients } from "../store/conversations.ts";
import {
  type ChannelWithOverrides,
  findChannelWithOverrides,
  findStableChannel,
} from "../store/text-channels.ts";
import type { ChannelRow, StableChannelRow } from "../tables.ts";

interface AccessContext {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

/** A channel, and what somebody may do there. */
export interface ChannelAccess<Row = StableChannelRow> {
  readonly row: Row;
  readonly channel: Channel;
  readonly permissions: number;
  /** How they stand in the channel's server, if it is of one. */
  readonly membership: MembershipContext | undefined;
}

/** A channel that exists and in which the caller holds a permission, perhaps another in each kind of channel. */
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

/** The same for somebody who wants to speak there. What was said last is not in sight. */
export function requireSendAccess(context: AccessContext, id: string): MaybePromise<ChannelAccess> {
  const access = mapMaybe(findStableChannel(context.db, id), (found) => resolveAccess(context, found));
  return mapMaybe(access, (seen) => {
    assertChannelPermission(context, seen, "SendMessage");
    return seen;
  });
}

export function assertChannelPermission(
  { fail }: Pick<AccessContext, "fail">,
  { permissions }: Pick<ChannelAccess, "permissions">,
  permission: Permission,
): void {
  if (!includes(permissions, bits[permission])) throw fail("MissingPermission", { permission });
}

function resolveAccess<Row extends StableChannelRow>(
  context: AccessContext,
  found: ChannelWithOverrides<Row> | undefined,
): MaybePromise<ChannelAccess<Row>> {
  if (!found) throw context.fail("NotFound");
  const { row } = found;
  if (row.server_id === null) return resolveConversationAccess(context, row);
  const { db, caller, fail } = context;
  const asked = { serverId: row.server_id, userId: caller.userId };
  return mapMaybe(db.query(StandingInServer, asked), (contexts) => {
    const membership = contexts.find((known) => known !== undefined);
    // It may have gone since, with its server.
    if (!membership) throw fail("NotFound");
    const channel = shown(found);
    const permissions = channelPermissions(membership, overridesOf(channel), db.services.clock.now());
    return { row, channel, permissions, membership };
  });
}

async function resolveConversationAccess<Row extends StableChannelRow>(
  { db, caller: { userId } }: AccessContext,
  row: Row,
): Promise<ChannelAccess<Row>> {
  const recipients = await listRecipients(db, row.id);
  const channel = conversationView(row, recipients);
  const permissions =
    channel.channel_type === "Group"
      ? await permissionsInGroup(db, channel, userId)
      : await talkPermissions(db, recipients, userId);
  return { row, channel, permissions, membership: undefined };
}

const shown = memoizeByObject(({ row, overrides }: ChannelWithOverrides<StableChannelRow>) =>
  textChannelView(row, overrides),
);

async function permissionsInGroup(
  db: Reader,
  { owner, recipients, permissions }: Group,
  userId: string,
): Promise<number> {
  const privileged = (await findUser(db, userId))?.privileged === 1;
  const standing = { privileged, owner: owner === userId, recipient: recipients.includes(userId) };
  return groupPermissions({ ...standing, permissions });
}

/** What somebody may do in a conversation of these people: of one alone, or of two. */
async function talkPermissions(db: Reader, recipients: readonly string[], userId: string): Promise<number> {
  const privileged = (await findUser(db, userId))?.privileged === 1;
  const recipient = recipients.includes(userId);
  const other = recipients.find((id) => id !== userId);
  if (other === undefined) return savedMessagesPermissions(recipient, privileged);
  const user = recipient ? await findUser(db, other) : undefined;
  const toOther = user ? (await permissionsOn(db, userId, user)).permissions : 0;
  const maySend = (toOther & userPermission.SendMessage) !== 0;
  return directMessagePermissions({ privileged, recipient, maySend });
}
