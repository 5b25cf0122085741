import type { Tx } from "../../../declare/tx.ts";
import type { UserUpdated } from "../events.ts";
import { renamedDiscriminator } from "../rules/discriminator.ts";
import { sanitiseUsername } from "../rules/username.ts";
import { takenDiscriminators, updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { tellUserChanged } from "./tell-user-changed.ts";

type RenameError = "InvalidUsername" | "UsernameTaken" | "DiscriminatorChangeRatelimited";

/** Gives a user another name. It must be well-formed already. */
export async function renameUser(
  tx: Tx<typeof UserUpdated, RenameError>,
  user: UserRow,
  username: string,
): Promise<UserRow> {
  const name = sanitiseUsername(username, tx.services.config.users.min_username_length);
  if (name === undefined) throw tx.fail("InvalidUsername");
  const renamed = { ...user, username: name, username_key: name.toLowerCase() };
  if (renamed.username_key !== user.username_key) Object.assign(renamed, await newDiscriminator(tx, renamed));
  await updateUser(tx, user.id, renamed);
  const { discriminator } = renamed;
  const data = { username: name, ...(discriminator !== user.discriminator && { discriminator }) };
  await tellUserChanged(tx, { id: user.id, data, clear: [] });
  return renamed;
}

/** One for the name that the row has now; if the old one cannot stay, the user has to wait before the next. */
async function newDiscriminator(
  tx: Tx<never, "UsernameTaken" | "DiscriminatorChangeRatelimited">,
  { username_key, discriminator: current, discriminator_changed_at: changedAt }: UserRow,
): Promise<Partial<UserRow>> {
  const now = tx.services.clock.now();
  const taken = await takenDiscriminators(tx, username_key);
  const choice = renamedDiscriminator({ current, taken, changedAt, now });
  if ("problem" in choice) throw tx.fail(choice.problem);
  const { discriminator } = choice;
  return discriminator === current ? {} : { discriminator, discriminator_changed_at: now };
}
