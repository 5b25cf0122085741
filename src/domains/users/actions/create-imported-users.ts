import { createHash } from "node:crypto";
import type { Tx } from "../../../declare/tx.ts";
import { allDiscriminators } from "../rules/discriminator.ts";
import { newUserRow } from "../rules/new-user.ts";
import { sanitiseUsername } from "../rules/username.ts";
import { insertImportedUsers } from "../store/imported-users.ts";
import { insertUsers, takenDiscriminatorsByName } from "../store/users.ts";
import type { ImportedUserRow, UserRow } from "../tables.ts";

export interface ImportedUser extends Pick<ImportedUserRow, "source" | "foreign_id"> {
  readonly id: string;
  /** In the service that they come from; any text. */
  readonly name: string;
  readonly displayName: string | undefined;
  /** JSON of a `File`. */
  readonly avatar: string | null;
}

const maxNameLength = 32;

/**
 * Creates users without an account: nobody can log in as them, and they get neither mail nor notifications. The same
 * user gets the same name and discriminator in each run, unless somebody else took it.
 */
export async function createImportedUsers(tx: Tx, users: readonly ImportedUser[]): Promise<void> {
  if (users.length === 0) return;
  const { config, clock } = tx.services;
  const named = users.map((user) => {
    const fallback = `user_${user.foreign_id.slice(-8)}`;
    const name = sanitiseUsername(plainName(user.name), config.users.min_username_length) ?? fallback;
    return { user, names: [name, `${fallback}_${user.source}`] };
  });
  const keys = new Set(named.flatMap(({ names }) => names.map((name) => name.toLowerCase())));
  const taken = await takenDiscriminatorsByName(tx, [...keys]);
  const policy_acknowledged_at = clock.now();
  const rows = named.map(({ user, names }): UserRow => {
    const { name, discriminator } = takeName(names, user.foreign_id, taken);
    return {
      ...newUserRow({ id: user.id, username: name, discriminator, policy_acknowledged_at }),
      display_name: shown(user.displayName) ?? (name === user.name ? null : (shown(user.name) ?? null)),
      avatar: user.avatar,
    };
  });
  await insertUsers(tx, rows);
  await insertImportedUsers(
    tx,
    users.map(({ id, source, foreign_id }) => ({
      user_id: id,
      source,
      foreign_id,
      claimed_by: null,
      undone_for: null,
    })),
  );
}

function plainName(name: string): string {
  return [...name.normalize("NFC").replaceAll(/[^\p{L}\p{Nd}_.-]+/gu, "_")].slice(0, maxNameLength).join("");
}

/** A display name, if anything is left of it. */
function shown(text: string | undefined): string | undefined {
  const visible = [...(text ?? "").toWellFormed().replaceAll(/[\p{Cc}\u200B\n]/gu, "")].slice(
    0,
    maxNameLength,
  );
  const name = visible.join("").trim();
  return [...name].length >= 2 ? name : undefined;
}

/** The first of the names that has a discriminator left, which is taken then. */
function takeName(names: readonly string[], seed: string, taken: Map<string, Set<string>>) {
  const all = allDiscriminators();
  const start = createHash("sha256").update(seed).digest().readUInt32BE(0) % all.length;
  for (const name of names) {
    const key = name.toLowerCase();
    const ofName = taken.get(key) ?? new Set();
    taken.set(key, ofName);
    for (let step = 0; step < all.length; step++) {
      const discriminator = all[(start + step) % all.length] as string;
      if (ofName.has(discriminator)) continue;
      ofName.add(discriminator);
      return { name, discriminator };
    }
  }
  throw new Error(`no discriminator is left for the names ${names.join(" and ")}`);
}
