import { Check } from "typebox/value";
import { invalid } from "../../../declare/error.ts";
import type { Tx } from "../../../declare/tx.ts";
import { UserCreated } from "../hooks.ts";
import { type User, Username } from "../model.ts";
import { drawDiscriminator } from "../rules/discriminator.ts";
import { newUserRow } from "../rules/new-user.ts";
import { sanitiseUsername } from "../rules/username.ts";
import { selfView } from "../rules/views.ts";
import { findUser, insertUser, takenDiscriminators } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** Creates the user of an account that has none yet. */
export async function completeOnboarding(
  tx: Tx<never, "AlreadyOnboarded" | "InvalidUsername" | "UsernameTaken">,
  { id, username, answers }: { id: string; username: string; answers?: readonly string[] | undefined },
): Promise<User> {
  // Before the form of the name: an account with a user gets this error whatever it sends.
  if (await findUser(tx, id)) throw tx.fail("AlreadyOnboarded");
  if (!Check(Username, username)) throw invalid("username: 2 to 32 letters, digits, _ . or -");
  return selfView(await createUser(tx, { id, username, answers }), [], tx.services);
}

interface NewUser {
  readonly id: string;
  readonly username: string;
  readonly botOwner?: string;
  readonly answers?: readonly string[] | undefined;
}

/** Creates the user of an account or a bot. The name must match the schema `Username`. */
export async function createUser(
  tx: Tx<never, "InvalidUsername" | "UsernameTaken">,
  { id, username, botOwner, answers = [] }: NewUser,
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
  if (botOwner === undefined) await tx.raise(UserCreated, { user, answers });
  return user;
}
