import type { Execute } from "../connection.ts";

/** What a batchable write waits for: its own turn, and no other write that has the turn of the shared key alone. */
export interface Turn {
  readonly key: string;
  readonly shared?: string | undefined;
}

/** Takes further turns that are free right now; resolves to those. */
export type TakeMore = (turns: readonly Turn[]) => Promise<readonly Turn[]>;

/**
 * Lets writes that would conflict run one after another. The isolation of the writes does not depend on it: a turn that
 * cannot be acquired is done without.
 */
export interface Turns {
  runBatch<T>(turns: readonly Turn[], work: (takeMore: TakeMore) => Promise<T>): Promise<T>;
  /** Runs a write in turns that it shares with no other. */
  runAlone<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Takes a turn for a write that is running already, until its transaction and the result of this have ended. */
  tryTake(key: string, execute: Execute): Promise<(() => void) | undefined>;
  close(): Promise<void>;
}
