import type { Tx } from "../../../store/tx.ts";
import type { UserUpdated } from "../events.ts";
import { renamedDiscriminator } from "../rules/discriminator.ts";
import { sanitiseUsername } from "../rules/username.ts";
import { takenDiscriminators, updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { emitUserUpdate } from "./emit-user-update.ts";

type RenameError = "InvalidUsername" | "UsernameTaken" | "DiscriminatorChangeRatelimited";

/** Gives a user another name. It must be well-formed already. */
export async function renameUser(
  tx: Tx<typeof UserUpdated, RenameError>,
  user: UserRow,
  username: string,
): Promise<UserRow> {
  const name = sanitiseUsername(username, tx.services.config.users.min_username_length);
  if (name === undefined) throw tx.fail("InvalidUsername");
  const username_key = name.toLowerCase();
  const digits = username_key === user.username_key ? {} : await findDigits(tx, user, username_key);
  const changes = { username: name, username_key, ...digits };
  await updateUser(tx, user.id, changes);
  const { discriminator } = changes;
  const data = { username: name, ...(discriminator !== undefined && { discriminator }) };
  await emitUserUpdate(tx, { id: user.id, data, clear: [] });
  return { ...user, ...changes };
}

/** Other digits, if those that the user has do not go with the name. */
async function findDigits(
  tx: Tx<never, "UsernameTaken" | "DiscriminatorChangeRatelimited">,
  { discriminator: current, discriminator_changed_at: changedAt }: UserRow,
  usernameKey: string,
): Promise<Partial<Pick<UserRow, "discriminator" | "discriminator_changed_at">>> {
  const now = tx.services.clock.now();
  const taken = await takenDiscriminators(tx, usernameKey);
  const choice = renamedDiscriminator({ current, taken, changedAt, now });
  if ("problem" in choice) throw tx.fail(choice.problem);
  const { discriminator } = choice;
  return discriminator === current ? {} : { discriminator, discriminator_changed_at: now };
}
