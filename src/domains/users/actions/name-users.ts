import type { Reader } from "../../../declare/tx.ts";
import { listUsers } from "../store/users.ts";

/** The current names of users, with their discriminators, by id. */
export async function nameUsers(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const users = await listUsers(db, [...new Set(ids)]);
  return new Map(users.map(({ id, username, discriminator }) => [id, `${username}#${discriminator}`]));
}
