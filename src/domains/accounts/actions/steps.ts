import { ApiError, type ErrorName, type Fail } from "../../../declare/error.ts";
import type { EventSpec } from "../../../declare/event.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";

/** For an action with slow work (hashing, calls to other services), which runs between its short transactions. */
export interface StepContext<Fails extends ErrorName, Emits extends EventSpec = never> {
  readonly services: Services;
  readonly fail: Fail<Fails>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx<Emits, Fails>) => Promise<T>): Promise<T>;
}

/**
 * Commits the transaction even if its work returns an error, and throws the error after the commit. A failed proof must
 * be counted in the transaction that judges it, and throwing inside the transaction would roll the count back.
 */
export async function commitThenThrow<T, Fails extends ErrorName, Emits extends EventSpec>(
  write: StepContext<Fails, Emits>["write"],
  work: (tx: Tx<Emits, Fails>) => Promise<T | ApiError>,
): Promise<T> {
  const result = await write(work);
  if (result instanceof ApiError) throw result;
  return result;
}
