import type { Static, TSchema } from "typebox";
import type { JobSpec } from "./job-spec.ts";
import type { Services } from "./services.ts";
import type { AnyTx, Reader } from "./tx.ts";

export interface JobContext {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

/** Work that must survive a crash: a row in the transaction that enqueues it, run at least once after its commit. */
export interface Job<P extends TSchema = TSchema> extends JobSpec<P> {
  /** How many attempts the worker makes before it gives the job up. */
  readonly attempts: number;
  /**
   * How many jobs of this kind one worker runs at once; by default as many as it has slots. A job that waits for
   * another host takes fewer than all slots, so that it never keeps other kinds from running.
   */
  readonly parallel?: number;
  /** The interval of a periodic job, which takes no payload and is never enqueued by a transaction. */
  readonly everyMs?: number;
  /** Whether a periodic job has anything to do with this configuration; it is absent for one that always has. */
  readonly isNeeded?: (config: Services["config"]) => boolean;
  readonly run: (context: JobContext, payload: never) => Promise<void>;
  /**
   * Called before the worker gives the job up, also if the process died in every attempt and `run` could not say that
   * it failed. It may be called more than once.
   */
  readonly onGivenUp?: (context: JobContext, payload: never) => Promise<void>;
}

export function job<P extends TSchema>(
  spec: Omit<Job<P>, "run" | "onGivenUp" | "onBehalfOf"> & {
    run: (context: JobContext, payload: Static<P>) => Promise<void>;
    onGivenUp?: (context: JobContext, payload: Static<P>) => Promise<void>;
    onBehalfOf?: (payload: Static<P>) => string | undefined;
  },
): Job<P> {
  return spec;
}

/** The pause before the next attempt: 5 s, 10 s, 20 s, … up to an hour. */
export function backoffMs(attempts: number): number {
  return Math.min(5_000 * 2 ** (attempts - 1), 3_600_000);
}
