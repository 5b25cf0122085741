import type { Tx } from "../../../store/tx.ts";
import { drawDiscriminator } from "../rules/discriminator.ts";
import { newUserRow } from "../rules/new-user.ts";
import { sanitiseUsername } from "../rules/username.ts";
import { insertUser, takenDiscriminators } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** Gives an account (or a bot) its user. The name must be well-formed already. */
export async function createUser(
  tx: Tx<never, "InvalidUsername" | "UsernameTaken">,
  { id, username, botOwner }: { id: string; username: string; botOwner?: string },
): Promise<UserRow> {
  const { config, clock } = tx.services;
  const name = sanitiseUsername(username, config.users.min_username_length);
  if (name === undefined) throw tx.fail("InvalidUsername");
  const username_key = name.toLowerCase();
  const discriminator = drawDiscriminator(await takenDiscriminators(tx, username_key));
  if (discriminator === undefined) throw tx.fail("UsernameTaken");
  const named = { id, username: name, discriminator, policy_acknowledged_at: clock.now() };
  const user = newUserRow(named, botOwner);
  await insertUser(tx, user);
  return user;
}
