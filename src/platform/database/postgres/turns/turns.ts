import type { NeededTurns } from "../../port.ts";
import type { Execute } from "../connection.ts";

/**
 * Lets writes that would conflict run one after another. The isolation of the writes does not depend on it: a turn that
 * cannot be acquired is done without.
 */
export interface Turns {
  run<T>(needed: NeededTurns, work: () => Promise<T>): Promise<T>;
  /** Takes a turn alone for a write that is running already, until its transaction and the result of this have ended. */
  tryTake(key: string, execute: Execute): Promise<(() => void) | undefined>;
  close(): Promise<void>;
}
