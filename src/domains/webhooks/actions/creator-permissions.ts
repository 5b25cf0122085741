import type { Reader, Tx } from "../../../declare/tx.ts";
import { groupPermissions } from "../../../permissions/conversations.ts";
import { channelPermissions, type MembershipContext } from "../../../permissions/servers.ts";
import { findAccount } from "../../accounts/index.ts";
import {
  type Channel,
  type ChannelAccess,
  loadStableAccess,
  overridesOf,
  type TextChannel,
} from "../../channels/index.ts";
import { findPendingTimeout, isBanned } from "../../members/index.ts";
import { findUser, isSuspended } from "../../users/index.ts";
import type { WebhookRow } from "../tables.ts";

/** The channel of a webhook, and the permissions that its creator has there now: it can use no others. */
interface CreatorAccess {
  readonly channel: Channel;
  readonly held: number;
}

/** Throws NotFound if the channel was deleted since the webhook was read. */
export async function loadCreatorAccess(
  db: Reader,
  webhook: WebhookRow,
  fail: Tx<never, "NotFound" | "MissingPermission">["fail"],
): Promise<CreatorAccess> {
  const userId = webhook.creator_id;
  const access = await loadStableAccess({ db, caller: { userId }, fail }, webhook.channel_id);
  const { channel, permissions } = access;
  if (await isSuspendedOrDisabled(db, userId)) return { channel, held: 0 };
  if (permissions > 0 || isInside(access, userId)) return { channel, held: permissions };
  const held = webhook.creator_expelled === 1 ? 0 : await permissionsAfterLeaving(db, access, userId);
  return { channel, held };
}

/** A user who deleted their account, or is about to, counts as one who left. Bots have no account. */
async function isSuspendedOrDisabled(db: Reader, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  if (!user || isSuspended(user)) return true;
  const account = await findAccount(db, userId);
  return account?.disabled === 1 && account.deletion === null;
}

function isInside({ channel, member }: ChannelAccess, userId: string): boolean {
  return member !== undefined || ("recipients" in channel && channel.recipients.includes(userId));
}

/** The permissions of a member without roles, or of a recipient who does not own the group. */
async function permissionsAfterLeaving(
  db: Reader,
  { channel, membership }: ChannelAccess,
  userId: string,
): Promise<number> {
  if (channel.channel_type === "TextChannel" && membership)
    return asFormerMember(db, { channel, membership }, userId);
  if (channel.channel_type !== "Group") return 0;
  const { permissions } = channel;
  return groupPermissions({ owner: false, recipient: true, permissions });
}

async function asFormerMember(
  db: Reader,
  { channel, membership }: { readonly channel: TextChannel; readonly membership: MembershipContext },
  userId: string,
): Promise<number> {
  if (await isBanned(db, channel.server, userId)) return 0;
  // A timeout that was not over when the member left still applies.
  const timeoutUntil = (await findPendingTimeout(db, channel.server, userId)) ?? null;
  const member = { timeoutUntil, canPublish: true, canReceive: true };
  return channelPermissions({ ...membership, member }, overridesOf(channel), db.services.clock.now());
}
