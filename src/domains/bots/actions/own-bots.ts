import type { Fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { findSession, LoggedOut, limitTier } from "../../accounts/index.ts";
import { deleteBotRoles, type RoleDeleted } from "../../servers/index.ts";
import {
  createUser,
  findUser,
  lockUser,
  markDeleted,
  type RelationshipChanged,
  renameUser,
  selfView,
  type User,
  type UserRow,
  type UserUpdated,
  viewSelf,
} from "../../users/index.ts";
import type { Bot, BotEdit } from "../model.ts";
import { newBotRow, planBotEdit } from "../rules/bot-row.ts";
import { newToken } from "../rules/tokens.ts";
import { botView } from "../rules/views.ts";
import { deleteBotRow, findBot, insertBot, listBots, updateBot } from "../store/bots.ts";
import type { BotRow } from "../tables.ts";

type BotWithUserView = Bot & { user: User };

interface NewBotRequest {
  readonly name: string;
  readonly ownerId: string;
  readonly sessionId: string | undefined;
}

export async function createBot(
  tx: Tx<never, "InvalidSession" | "ReachedMaximumBots" | "InvalidUsername" | "UsernameTaken">,
  { name, ownerId, sessionId }: NewBotRequest,
): Promise<BotWithUserView> {
  const { clock, config, ids } = tx.services;
  // Serializes the creation of bots by one owner, so that each counts the others.
  await lockUser(tx, ownerId);
  // The account may have been deleted, with all its bots, since the request was authenticated.
  if (sessionId === undefined || !(await findSession(tx, sessionId))) throw tx.fail("InvalidSession");
  const max = limitTier(ownerId, clock.now(), config).bots;
  if ((await listBots(tx, ownerId)).length >= max) throw tx.fail("ReachedMaximumBots");
  const id = ids.next();
  const user = await createUser(tx, { id, username: name, botOwner: ownerId });
  const bot = newBotRow(tx.services, { id, owner_id: ownerId });
  await insertBot(tx, bot);
  return { ...botView(bot, tx.services), user: selfView(user, [], tx.services) };
}

interface OwnBotRequest {
  readonly id: string;
  readonly ownerId: string;
}

/** Finds a bot and its user. For the caller, bots of other owners are not found. */
export async function findOwnBot(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound"> },
  { id, ownerId }: OwnBotRequest,
): Promise<{ bot: BotRow; user: UserRow }> {
  const bot = await findBot(db, id);
  if (bot?.owner_id !== ownerId) throw fail("NotFound");
  return { bot, user: await findUserOfBot(db, bot) };
}

export async function findUserOfBot(db: Reader, { id }: BotRow): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw new Error(`bot without a user: ${id}`);
  return user;
}

export async function viewOwnBots(db: Reader, ownerId: string): Promise<{ bots: Bot[]; users: User[] }> {
  const rows = await listBots(db, ownerId);
  const users: User[] = [];
  for (const row of rows) users.push(await viewSelf(db, await findUserOfBot(db, row)));
  return { bots: rows.map((row) => botView(row, db.services)), users };
}

/** Edits a bot, or gives it a new token. */
export async function editBot(
  tx: Tx<
    typeof UserUpdated | typeof LoggedOut,
    "NotFound" | "InvalidUsername" | "UsernameTaken" | "DiscriminatorChangeRatelimited"
  >,
  request: OwnBotRequest,
  edit: BotEdit,
): Promise<BotWithUserView> {
  const { bot, user } = await findOwnBot({ db: tx, fail: tx.fail }, request);
  const { name } = edit;
  const named = name === undefined || name === user.username ? user : await renameUser(tx, user, name);
  const resetsToken = edit.remove?.includes("Token") ?? false;
  const changes = { ...planBotEdit(edit), ...(resetsToken && newToken(tx.services, bot.id)) };
  if (Object.keys(changes).length > 0) await updateBot(tx, bot.id, changes);
  // Closes the connections that were opened with the old token.
  if (resetsToken) tx.emit(LoggedOut, {}, { user: bot.id });
  return { ...botView({ ...bot, ...changes }, tx.services), user: await viewSelf(tx, named) };
}

type DeletionEvents = typeof UserUpdated | typeof RelationshipChanged | typeof LoggedOut | typeof RoleDeleted;

export async function deleteOwnBot(
  tx: Tx<DeletionEvents, "NotFound">,
  request: OwnBotRequest,
): Promise<void> {
  const { bot } = await findOwnBot({ db: tx, fail: tx.fail }, request);
  await deleteBot(tx, bot.id);
}

/** Deletes a bot. Its user is emptied, and stays a member of its servers and groups. */
export async function deleteBot(tx: Tx<DeletionEvents>, id: string): Promise<void> {
  await markDeleted(tx, id);
  await deleteBotRoles(tx, id);
  await revokeToken(tx, id);
}

/** Deletes the bots of a deleted user. A deleted user that is a bot itself loses its token. */
export async function deleteBotsOf(tx: Tx<DeletionEvents>, userId: string): Promise<void> {
  for (const { id } of await listBots(tx, userId)) await deleteBot(tx, id);
  await revokeToken(tx, userId);
}

async function revokeToken(tx: Tx<typeof LoggedOut>, id: string): Promise<void> {
  if (await deleteBotRow(tx, id)) tx.emit(LoggedOut, {}, { user: id });
}
