import { type CommandContext, CommandError } from "../../../declare/command.ts";
import type { AnyTx } from "../../../declare/tx.ts";
import { paced } from "../../../platform/concurrency/paced.ts";
import { findChannel, listChannelIds } from "../../channels/index.ts";
import { listServerIds } from "../../members/index.ts";
import { deleteWriter, listWrittenChannels } from "../../messages/index.ts";
import { markReadForMembers } from "../../unreads/index.ts";
import {
  clearClaimedBy,
  findImportedUser,
  type ImportedUserRow,
  setClaimedBy,
  takeClaimChanges,
} from "../../users/index.ts";
import { deleteClaimLinks } from "../store/claim-links.ts";
import {
  listConcerned,
  type Move,
  moveMessages,
  moveReactions,
  putReaction,
  restoreTexts,
  setAuthor,
} from "../store/claimed-messages.ts";
import {
  isBannedFromHistory,
  moveMembership,
  restoreMembership,
  restoreOwnership,
} from "./claimed-memberships.ts";

type ClaimContext = Pick<CommandContext, "read" | "write">;

/** Messages that are looked at in one go: few enough that a server responds in between. */
const scanSize = 1_000;
/** Changes that are undone in one transaction. */
const batchSize = 200;

/** For operators: claims the history of an imported user for an account, and moves it at once. */
export async function claimUser(person: ImportedUserRow, to: string, context: ClaimContext): Promise<number> {
  const { user_id: from } = person;
  if (await context.read((db) => isBannedFromHistory(db, person, to)))
    throw new CommandError("The account is banned from a server of this user.");
  if (!(await context.write((tx) => setClaimedBy(tx, from, to))))
    throw new CommandError(
      "Somebody else has claimed this user. Undo that first, with `ermine import unclaim`.",
    );
  return moveHistory({ from, to }, context);
}

/**
 * Gives everything of an imported user to the account that has claimed it: messages, mentions, reactions, memberships
 * with roles, ownership. In short transactions; repeated after an interruption, it continues. It stops when the claim
 * is undone. Returns how many messages were concerned.
 */
export async function moveHistory(move: Move, context: ClaimContext): Promise<number> {
  const { from } = move;
  const serverIds = await context.read((db) => listServerIds(db, from));
  const channels = await context.read(async (db) => {
    const lists = await Promise.all(serverIds.map((id) => listChannelIds(db, id)));
    return new Set([...(await listWrittenChannels(db, from)), ...lists.flat()]);
  });
  let count = 0;
  for (const channelId of channels) count += await claimChannel(channelId, move, context);
  // Last, because the servers tell where to continue after an interruption.
  for (const serverId of serverIds) await claimServer(serverId, move, context);
  return count;
}

/** A transaction of a claim, which does nothing once the claim is undone. */
function writeClaimed(
  { from, to }: Move,
  context: ClaimContext,
  work: (tx: AnyTx) => Promise<void>,
): Promise<void> {
  return paced(() =>
    context.write(async (tx) => {
      if ((await findImportedUser(tx, from))?.claimed_by === to) await work(tx);
    }),
  );
}

async function claimChannel(channelId: string, move: Move, context: ClaimContext): Promise<number> {
  let count = 0;
  for (let after = ""; ; ) {
    const scan = { channelId, userId: move.from, after, limit: scanSize };
    const { ids, reactions, last } = await paced(() => context.read((db) => listConcerned(db, scan)));
    if (ids.length > 0 || reactions.length > 0)
      await writeClaimed(move, context, async (tx) => {
        if (ids.length > 0) await moveMessages(tx, channelId, ids, move);
        await moveReactions(tx, reactions, move);
      });
    count += ids.length;
    if (last === undefined) break;
    after = last;
  }
  await writeClaimed(move, context, (tx) => deleteWriter(tx, move.from, channelId));
  return count;
}

async function claimServer(server_id: string, move: Move, context: ClaimContext): Promise<void> {
  await writeClaimed(move, context, (tx) => moveMembership(tx, server_id, move));
  // What was imported counts as read.
  for (const channel_id of await context.read((db) => listChannelIds(db, server_id)))
    await writeClaimed(move, context, async (tx) => {
      const last_id = (await findChannel(tx, channel_id))?.last_message_id;
      if (last_id) await markReadForMembers(tx, { server_id, channel_id, last_id, user_id: move.to });
    });
}

/** Undoes a claim, as far as nobody has changed since then what it changed. Returns how many changes there were. */
export async function undoClaim(
  { user_id, claimed_by }: ImportedUserRow,
  context: ClaimContext,
): Promise<number> {
  if (claimed_by === null) throw new CommandError("Nobody has claimed this user.");
  await context.write((tx) => deleteClaimLinks(tx, user_id));
  const claim = { from: user_id, to: claimed_by };
  const back = { from: claimed_by, to: user_id };
  for (let count = 0; ; ) {
    const undone = await paced(() =>
      context.write(async (tx) => {
        const rows = await takeClaimChanges(tx, user_id, batchSize);
        // In the transaction that finds nothing left: a job that still moves the history stops with it.
        if (rows.length === 0) await clearClaimedBy(tx, user_id, claimed_by);
        for (const row of rows) {
          const [channel_id = "", message_id = "", emoji = ""] = row.target.split("/");
          if (row.kind === "message") await setAuthor(tx, channel_id, [message_id], back);
          else if (row.kind === "text") await restoreTexts(tx, row, claim);
          else if (row.kind === "membership") await restoreMembership(tx, row, claim);
          else if (row.kind === "ownership") await restoreOwnership(tx, row, claim);
          else {
            const { since, isOwn } = JSON.parse(row.before) as { since: string; isOwn: boolean };
            const reaction = { channel_id, message_id, emoji, user_id, since };
            // The account keeps a reaction of its own.
            await putReaction(tx, reaction, { from: isOwn ? user_id : claimed_by, to: user_id });
          }
        }
        return rows.length;
      }),
    );
    count += undone;
    if (undone === 0) return count;
  }
}
