import type { Kysely } from "kysely";
import { resource } from "../../../declare/resource.ts";
import type { Reader } from "../../../declare/tx.ts";
import { newLruCache } from "../../../platform/cache/lru-cache.ts";
import { prepareByList } from "../../../platform/database/by-list.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { SharedUser } from "../rules/shared-user.ts";
import { shownColumns } from "../rules/views.ts";
import type { UsersTables } from "../tables.ts";

/** Users that this process holds in memory, each with some views of about 1 KB together. */
const maxUsers = 20_000;

const shownUsers = prepareByList((among) =>
  prepare((db: Kysely<UsersTables>, ids: string) =>
    db
      .selectFrom("users")
      .select([...shownColumns, "revision"])
      .where((row) => among(row.ref("id"), ids)),
  ),
);

/** A user at the revision that a reader has found in the database. */
interface UserKey {
  readonly id: string;
  readonly revision: string;
}

/**
 * Users as many others see them, by id and revision. Each change of a user sets a revision that no other state of
 * them ever has, see `updateUser`, and each reader looks up the revision that its own snapshot holds. So nothing here
 * can be stale, however many processes write.
 */
export class SharedUsers {
  readonly #users = newLruCache<SharedUser>(maxUsers);

  /** In the order of the keys; without users who are gone, which a snapshot rules out. */
  async list(db: Reader, keys: readonly UserKey[]): Promise<SharedUser[]> {
    const users: (SharedUser | undefined)[] = [];
    const missing: string[] = [];
    for (const { id, revision } of keys) {
      const kept = this.#users.get(id);
      const user = kept?.row.revision === revision ? kept : undefined;
      if (!user) missing.push(id);
      users.push(user);
    }
    if (missing.length === 0) return users as SharedUser[];
    const loaded = new Map((await load(db, missing)).map((user) => [user.row.id, user]));
    for (const [id, user] of loaded) this.#users.set(id, user);
    return keys.flatMap(({ id }, index) => users[index] ?? loaded.get(id) ?? []);
  }
}

async function load(db: Reader, ids: readonly string[]): Promise<SharedUser[]> {
  const rows = await db.all(shownUsers[db.dialect], JSON.stringify(ids));
  return rows.map((row) => new SharedUser(row));
}

export const sharedUsers = resource({ name: "shared users", open: () => new SharedUsers() });
