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
import { oncePer } from "../../../platform/once-per.ts";
import { type Known, whenKnown } from "../../../platform/when-known.ts";
import { findUser, permissionsOn } from "../../users/index.ts";
import type { Channel, Group } from "../model.ts";
import { StandingInServer } from "../questions.ts";
import { overridesOf, textChannelView } from "../rules/text-channel.ts";
import { conversationView } from "../rules/views.ts";
import { listRecipients } from "../store/conversations.ts";
import { findLastingChannel, findWholeChannel, type WholeChannel } from "../store/text-channels.ts";
import type { ChannelRow, LastingChannelRow } from "../tables.ts";

interface Looking {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

/** A channel, and what somebody may do there. */
export interface Sighting<Row = LastingChannelRow> {
  readonly row: Row;
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
): Promise<Sighting<ChannelRow>> {
  const sighting = await sight(looking, await findWholeChannel(looking.db, id));
  const needed = typeof permission === "string" ? permission : permission(sighting.channel);
  assertAllowed(looking, sighting, needed);
  return sighting;
}

/** The same for somebody who wants to speak there. What was said last is not in sight. */
export function lookToSpeak(looking: Looking, id: string): Known<Sighting> {
  const sighting = whenKnown(findLastingChannel(looking.db, id), (found) => sight(looking, found));
  return whenKnown(sighting, (seen) => {
    assertAllowed(looking, seen, "SendMessage");
    return seen;
  });
}

export function assertAllowed(
  { fail }: Pick<Looking, "fail">,
  { permissions }: Pick<Sighting, "permissions">,
  permission: Permission,
): void {
  if (!includes(permissions, bits[permission])) throw fail("MissingPermission", { permission });
}

function sight<Row extends LastingChannelRow>(
  looking: Looking,
  found: WholeChannel<Row> | undefined,
): Known<Sighting<Row>> {
  if (!found) throw looking.fail("NotFound");
  const { row } = found;
  if (row.server_id === null) return sightConversation(looking, row);
  const { db, caller, fail } = looking;
  const asked = { serverId: row.server_id, userId: caller.userId };
  return whenKnown(db.ask(StandingInServer, asked), (standings) => {
    const standing = standings.find((known) => known !== undefined);
    // It may have gone since, with its server.
    if (!standing) throw fail("NotFound");
    const channel = shown(found);
    const permissions = channelPermissions(standing, overridesOf(channel), db.services.clock.now());
    return { row, channel, permissions, standing };
  });
}

async function sightConversation<Row extends LastingChannelRow>(
  { db, caller: { userId } }: Looking,
  row: Row,
): Promise<Sighting<Row>> {
  const recipients = await listRecipients(db, row.id);
  const channel = conversationView(row, recipients);
  const permissions =
    channel.channel_type === "Group"
      ? await permissionsInGroup(db, channel, userId)
      : await talkPermissions(db, recipients, userId);
  return { row, channel, permissions, standing: undefined };
}

const shown = oncePer(({ row, overrides }: WholeChannel<LastingChannelRow>) =>
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
