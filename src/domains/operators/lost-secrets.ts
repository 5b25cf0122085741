import type { SelectQueryBuilder } from "kysely";
import { domainQuery } from "../../declare/domain-query.ts";
import { hook } from "../../declare/hook.ts";
import type { Reader } from "../../declare/tx.ts";
import type { SelectCreator } from "../../platform/database/port.ts";

/** Something that only the encryption key or the web-push key makes usable. */
export interface BoundToSecrets {
  /** In the plural, such as `second factors`. */
  readonly what: string;
  readonly count: number;
  /** What happens to it once the secrets are replaced. */
  readonly afterwards: string;
}

/** Counts of what cannot be used once the secrets are lost. */
export const CountBoundToSecrets = domainQuery<Record<never, never>, BoundToSecrets>("CountBoundToSecrets");

/**
 * An operator continues without the secrets of the database, which are lost: listeners remove what nobody can read
 * without them.
 */
export const SecretsReplaced = hook<Record<never, never>>("SecretsReplaced");

/** A provider of `CountBoundToSecrets` that counts rows. */
export function countBoundTo<T>(
  described: Omit<BoundToSecrets, "count">,
  select: (db: SelectCreator<T>) => SelectQueryBuilder<T, keyof T, object>,
): (db: Reader) => Promise<BoundToSecrets> {
  return async (db) => {
    const counted = select(db.sql<T>()).select(({ fn }) => fn.countAll<number | string>().as("count"));
    const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number | string };
    return { ...described, count: Number(count) };
  };
}
