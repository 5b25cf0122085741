import type { Static, TSchema } from "typebox";

/** What a transaction must know of a job to enqueue it. */
export interface JobSpec<P extends TSchema = TSchema> {
  readonly name: string;
  readonly doc: string;
  readonly payload: P;
  /** The payload holds a secret, so the job row stores it encrypted. */
  readonly sealed?: boolean;
  /** How long the job waits before its first attempt; by default it does not wait. */
  readonly afterMs?: number;
}

export type JobPayload<J> = J extends JobSpec<infer P> ? Static<P> : never;
