import type { ErrorName, Fail } from "../../../protocol/error.ts";
import type { EventSpec } from "../../../protocol/event.ts";
import type { Services } from "../../../store/services.ts";
import type { Reader, Tx } from "../../../store/tx.ts";

/** For an action with slow work (hashing, calls to other services), which runs between its short transactions. */
export interface StepContext<Fails extends ErrorName, Emits extends EventSpec = never> {
  readonly services: Services;
  readonly fail: Fail<Fails>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx<Emits, Fails>) => Promise<T>): Promise<T>;
}
