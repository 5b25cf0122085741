import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { permission as bits, type Permission } from "../../../permissions/bits.ts";
import {
  directMessagePermissions,
  groupPermissions,
  savedMessagesPermissions,
} from "../../../permissions/conversations.ts";
import { channelPermissions, type ServerStanding } from "../../../permissions/servers.ts";
import { includes } from "../../../permissions/sets.ts";
import { userPermission } from "../../../permissions/users.ts";
import { findUser, permissionsOn } from "../../users/index.ts";
import type { Channel, Group } from "../model.ts";
import { StandingInServer } from "../questions.ts";
import { overridesOf, textChannelView } from "../rules/text-channel.ts";
import { conversationView } from "../rules/views.ts";
import { listRecipients } from "../store/conversations.ts";
import { findWholeChannel } from "../store/text-channels.ts";
import type { ChannelRow, OverrideRow } from "../tables.ts";

interface Looking {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

/** A channel, and what somebody may do there. */
export interface Sighting {
  readonly row: ChannelRow;
  readonly channel: Channel;
  readonly permissions: number;
  /** How they stand in the channel's server, if it is of one. */
  readonly standing: ServerStanding | undefined;
}

/** A channel that exists and in which the caller holds a permission, perhaps another in each kind of channel. */
export async function lookAtChannel(
  looking: Looking,
  id: string,
  permission: Permission | ((channel: Channel) => Permission),
): Promise<Sighting> {
  const { db, caller, fail } = looking;
  const found = await findWholeChannel(db, id);
  if (!found) throw fail("NotFound");
  const sighting = await sight(db, found, caller.userId);
  // It may have gone since, alone or with its server.
  if (!sighting) throw fail("NotFound");
  const needed = typeof permission === "string" ? permission : permission(sighting.channel);
  assertAllowed(looking, sighting, needed);
  return sighting;
}

export function assertAllowed(
  { fail }: Pick<Looking, "fail">,
  { permissions }: Pick<Sighting, "permissions">,
  permission: Permission,
): void {
  if (!includes(permissions, bits[permission])) throw fail("MissingPermission", { permission });
}

async function sight(
  db: Reader,
  { row, overrides }: { row: ChannelRow; overrides: readonly OverrideRow[] },
  userId: string,
): Promise<Sighting | undefined> {
  if (row.server_id !== null) {
    const channel = textChannelView(row, overrides);
    const standings = await db.ask(StandingInServer, { serverId: row.server_id, userId });
    const standing = standings.find((known) => known !== undefined);
    if (!standing) return undefined;
    const permissions = channelPermissions(standing, overridesOf(channel), db.services.clock.now());
    return { row, channel, permissions, standing };
  }
  const recipients = await listRecipients(db, row.id);
  const channel = conversationView(row, recipients);
  const permissions =
    channel.channel_type === "Group"
      ? await permissionsInGroup(db, channel, userId)
      : await talkPermissions(db, recipients, userId);
  return { row, channel, permissions, standing: undefined };
}

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
