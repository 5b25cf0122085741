import type { Static, TSchema } from "typebox";
import type { Services } from "./services.ts";
import type { AnyTx, Reader } from "./tx.ts";

export interface JobContext {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

/** Work that must survive a crash: a row in the transaction that asks for it, run at least once afterwards. */
export interface JobSpec<P extends TSchema = TSchema> {
  readonly name: string;
  readonly doc: string;
  readonly payload: P;
  /** The payload holds something secret, and is stored encrypted. */
  readonly sealed?: boolean;
  /** How often it is tried before it is given up. */
  readonly attempts: number;
  /** How long it waits before it is tried first; not at all, if not said. */
  readonly afterMs?: number;
  /**
   * How many of its kind one worker runs at once; as many as it has slots for, if not said. For work that waits for
   * somebody else: fewer than there are slots, so that it never keeps other kinds from running.
   */
  readonly parallel?: number;
  /** Run by the clock instead of by request; such a job takes no payload. */
  readonly everyMs?: number;
  readonly run: (context: JobContext, payload: never) => Promise<void>;
}

export function job<P extends TSchema>(
  spec: Omit<JobSpec<P>, "run"> & { run: (context: JobContext, payload: Static<P>) => Promise<void> },
): JobSpec<P> {
  return spec;
}

export type JobPayload<J> = J extends JobSpec<infer P> ? Static<P> : never;

/** Seconds between attempts: 5, 10, 20, … up to an hour. */
export function backoffMs(attempts: number): number {
  return Math.min(5_000 * 2 ** (attempts - 1), 3_600_000);
}
