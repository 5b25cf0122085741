import type { UserCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import { requireAccount } from "../../accounts/index.ts";
import type { UserUpdated } from "../events.ts";
import type { User } from "../model.ts";
import { renamedDiscriminator } from "../rules/discriminator.ts";
import { sanitiseUsername } from "../rules/username.ts";
import { anonymousView } from "../rules/views.ts";
import { findUser, takenDiscriminators, updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { emitUserUpdate } from "./emit-user-update.ts";

export const renameErrors = ["InvalidUsername", "UsernameTaken", "DiscriminatorChangeRatelimited"] as const;
type RenameError = (typeof renameErrors)[number];

type UsernameTx = Tx<typeof UserUpdated, "InvalidSession" | "InvalidCredentials" | RenameError>;

interface UsernameSteps {
  readonly caller: UserCaller;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: UsernameTx) => Promise<T>): Promise<T>;
  readonly fail: UsernameTx["fail"];
}

/** Renames the caller, who proves with the password that the session is theirs. */
export async function changeUsername(
  { caller, read, write, fail }: UsernameSteps,
  { username, password }: { username: string; password: string },
): Promise<User> {
  // Bots have no account, and so no password.
  if (caller.bot) throw fail("InvalidSession");
  const { password_hash } = await read((db) => requireAccount(db, caller.userId));
  if (!(await verifyPassword(password, password_hash))) throw fail("InvalidCredentials");
  return write(async (tx) => {
    // The password may have changed while it was verified.
    const account = await requireAccount(tx, caller.userId);
    if (account.password_hash !== password_hash) throw tx.fail("InvalidCredentials");
    const user = await findUser(tx, caller.userId);
    if (!user) throw tx.fail("InvalidSession");
    return anonymousView(await renameUser(tx, user, username), tx.services);
  });
}

/** Renames a user. The name must match the schema `Username`. */
export async function renameUser(
  tx: Tx<typeof UserUpdated, RenameError>,
  user: UserRow,
  username: string,
): Promise<UserRow> {
  const name = sanitiseUsername(username, tx.services.config.users.min_username_length);
  if (name === undefined) throw tx.fail("InvalidUsername");
  if (name === user.username) return user;
  const username_key = name.toLowerCase();
  const drawn = username_key === user.username_key ? {} : await drawForName(tx, user, username_key);
  const changes = { username: name, username_key, ...drawn };
  await updateUser(tx, user.id, changes);
  const { discriminator } = changes;
  const data = { username: name, ...(discriminator !== undefined && { discriminator }) };
  await emitUserUpdate(tx, { id: user.id, data, clear: [] });
  return { ...user, ...changes };
}

/** Draws another discriminator if the current one is taken for the new name. */
async function drawForName(
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
