import type { Static, TSchema } from "typebox";

/** The part of a job that a transaction needs to enqueue it. */
export interface JobSpec<P extends TSchema = TSchema> {
  readonly name: string;
  readonly doc: string;
  readonly payload: P;
  /** The payload holds a secret, so the job row stores it encrypted. */
  readonly sealed?: boolean;
  /** Delay before the first attempt; none by default. */
  readonly afterMs?: number;
  /**
   * The account that the job is for. Of the jobs of one name for one account one runs at a time, on all nodes
   * together, and accounts take turns. Undefined for a job that belongs to no account.
   */
  readonly onBehalfOf?: (payload: never) => string | undefined;
}

export type JobPayload<J> = J extends JobSpec<infer P> ? Static<P> : never;
