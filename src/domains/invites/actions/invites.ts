import { randomInt } from "node:crypto";
import { type AccessContext, target } from "../../../declare/target.ts";
import type { Tx } from "../../../declare/tx.ts";
import type { Permission } from "../../../permissions/bits.ts";
import { recordAudit } from "../../audit/index.ts";
import { findGroup, lockConversation, requireChannel } from "../../channels/index.ts";
import { holdsServerPermission, lockServer, requireServer } from "../../members/index.ts";
import type { Invite, InviteDraft } from "../model.ts";
import { readLimits } from "../rules/limits.ts";
import { inviteView } from "../rules/views.ts";
import { countInvites, findInvite, insertInvite, deleteInvite as removeInvite } from "../store.ts";
import type { ChannelInviteRow } from "../tables.ts";

interface InviteAccess {
  readonly invite: ChannelInviteRow;
  holds(permission: Permission, now: number): boolean;
}

/** The invite that a path parameter names. The owner of a group holds every permission on its invites. */
export function inviteTarget<const Param extends string>(param: Param) {
  return target({
    kind: "invite's server or group",
    params: [param],
    load: (context, params) => requireInvite(context, params[param]),
    holds: (access, permission: Permission, now) => access.holds(permission, now),
    lock: async (tx, { invite }: InviteAccess) => {
      if (invite.server_id !== null) await lockServer(tx, invite.server_id);
    },
  });
}

async function requireInvite(context: AccessContext, code: string): Promise<InviteAccess> {
  const { db, caller, fail } = context;
  const invite = await findInvite(db, code);
  if (!invite) throw fail("NotFound");
  if (invite.server_id === null) {
    const ownsGroup = (await findGroup(db, invite.channel_id))?.owner === caller.userId;
    return { invite, holds: () => ownsGroup };
  }
  const access = await requireServer(context, invite.server_id);
  return { invite, holds: (permission, now) => holdsServerPermission(access, permission, now) };
}

interface InviteCreation {
  readonly channelId: string;
  readonly caller: AccessContext["caller"] & { readonly bot: boolean };
  readonly reason: string | undefined;
  readonly draft: InviteDraft;
}

/** Creates an invite to a channel of a server or to a group, under a new code. */
export async function createInvite(
  tx: Tx<never, "IsBot" | "NotFound" | "MissingPermission" | "InvalidOperation">,
  { channelId, caller, reason, draft }: InviteCreation,
): Promise<Invite> {
  if (caller.bot) throw tx.fail("IsBot");
  const { channel } = await requireChannel({ db: tx, caller, fail: tx.fail }, channelId, "InviteOthers");
  const creator_id = caller.userId;
  const limits = { ...readLimits(draft, tx.services.clock.now()), uses: 0 };
  if (channel.channel_type === "Group") {
    await lockConversation(tx, channelId);
    const invite = { channel_id: channelId, server_id: null, creator_id, ...limits };
    return inviteView(await insertWithNewCode(tx, invite));
  }
  if (channel.channel_type !== "TextChannel") throw tx.fail("InvalidOperation");
  const { server } = channel;
  await lockServer(tx, server);
  const invite = await insertWithNewCode(tx, {
    channel_id: channelId,
    server_id: server,
    creator_id,
    ...limits,
  });
  const action = { type: "InviteCreate", invite: invite.code, channel: channelId } as const;
  await recordAudit(tx, { server, by: creator_id, reason, action });
  return inviteView(invite);
}

/** Without I, L and O, which look like digits, and without U, so that codes rarely make words. */
export const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

const codeLength = 8;

/** A code that cannot be guessed. */
export function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}

async function insertWithNewCode(
  tx: Tx<never, "InvalidOperation">,
  invite: Omit<ChannelInviteRow, "code">,
): Promise<ChannelInviteRow> {
  const { group_invites, server_invites } = tx.services.config.caps;
  const max = invite.server_id === null ? group_invites : server_invites;
  if (max > 0 && (await countInvites(tx, invite, tx.services.clock.now())) >= max)
    throw tx.fail("InvalidOperation");
  for (;;) {
    const row = { code: newCode(), ...invite };
    if (await insertInvite(tx, row)) return row;
  }
}

/** Deletes an invite. The audit log of the server gets an entry unless the creator deletes it. */
export async function deleteInvite(
  tx: Tx,
  { invite }: InviteAccess,
  { by, reason }: { readonly by: string; readonly reason: string | undefined },
): Promise<void> {
  const { code, creator_id: target, server_id: server, channel_id: channel } = invite;
  await removeInvite(tx, code);
  if (server === null || target === by) return;
  const action = { type: "InviteDelete", invite: code, channel } as const;
  await recordAudit(tx, { server, by, target, reason, action });
}
