import type { Static } from "typebox";
import type { Tx } from "../../../declare/tx.ts";
import { type ChannelOpened, type GroupJoined, requireChannel } from "../../channels/index.ts";
import { joinGroup } from "../../conversations/index.ts";
import { findMember, isBanned, requireServerPermission } from "../../members/index.ts";
import {
  addBotRole,
  assertMayGrant,
  joinServer,
  type MemberJoined,
  type MemberUpdated,
  type RoleUpdated,
  type ServerJoined,
} from "../../servers/index.ts";
import type { BotDestination } from "../model.ts";
import { findBot } from "../store/bots.ts";
import { findUserOfBot } from "./own-bots.ts";

export const inviteBotErrors = [
  "NotFound",
  "BotIsPrivate",
  "MissingPermission",
  "Banned",
  "AlreadyInServer",
  "AlreadyInGroup",
  "GroupTooLarge",
  "InvalidOperation",
  "CannotGiveMissingPermissions",
  "TooManyRoles",
] as const;

interface BotInvitation {
  readonly botId: string;
  readonly caller: { readonly userId: string };
  readonly destination: Static<typeof BotDestination>;
  /** In a server, what a role of the bot's own allows; without them it gets no role. */
  readonly permissions: number | undefined;
  readonly reason: string | undefined;
}

/** Makes a bot a member of a server or of a group. */
export async function inviteBot(
  tx: Tx<
    | typeof MemberJoined
    | typeof ServerJoined
    | typeof GroupJoined
    | typeof ChannelOpened
    | typeof RoleUpdated
    | typeof MemberUpdated,
    (typeof inviteBotErrors)[number]
  >,
  { botId, caller, destination, permissions, reason }: BotInvitation,
): Promise<void> {
  const bot = await findBot(tx, botId);
  if (!bot) throw tx.fail("NotFound");
  if (!bot.public && bot.owner_id !== caller.userId) throw tx.fail("BotIsPrivate");
  const context = { db: tx, caller, fail: tx.fail };
  if ("server" in destination) {
    const access = await requireServerPermission(context, destination.server, "ManageServer");
    const { server } = access;
    if (await isBanned(tx, server.id, bot.id)) throw tx.fail("Banned");
    if (await findMember(tx, server.id, bot.id)) throw tx.fail("AlreadyInServer");
    if (permissions !== undefined) assertMayGrant(tx, access, permissions);
    await joinServer(tx, server, bot.id);
    if (permissions === undefined) return;
    const user = await findUserOfBot(tx, bot);
    await addBotRole(tx, access, { bot: user, permissions, by: caller.userId, reason });
  } else {
    const { channel } = await requireChannel(context, destination.group, "InviteOthers");
    if (channel.channel_type !== "Group") throw tx.fail("InvalidOperation");
    await joinGroup(tx, channel, { userId: bot.id, by: caller.userId });
  }
}
