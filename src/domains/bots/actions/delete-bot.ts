import type { Tx } from "../../../store/tx.ts";
import { LoggedOut } from "../../accounts/index.ts";
import { markDeleted, type RelationshipChanged, type UserUpdated } from "../../users/index.ts";
import { deleteBot as deleteRow, listBots } from "../store/bots.ts";

type Told = typeof UserUpdated | typeof RelationshipChanged | typeof LoggedOut;

/** Deletes a bot. Its user is emptied, and stays where it is. */
export async function deleteBot(tx: Tx<Told>, id: string): Promise<void> {
  await markDeleted(tx, id);
  await endBot(tx, id);
}

/** With their owner go the bots; and if it is a bot itself who is wiped, its token opens nothing any more. */
export async function deleteBotsOf(tx: Tx<Told>, userId: string): Promise<void> {
  for (const { id } of await listBots(tx, userId)) await deleteBot(tx, id);
  await endBot(tx, userId);
}

async function endBot(tx: Tx<typeof LoggedOut>, id: string): Promise<void> {
  if (await deleteRow(tx, id)) tx.emit(LoggedOut, {}, { user: id });
}
