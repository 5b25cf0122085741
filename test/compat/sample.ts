import type { Mailing } from "../support/accounts/mailing.ts";
import type { ApiResponse } from "../support/http/client.ts";
import type { TestServer } from "../support/server/server.ts";

export interface SampleContext {
  /** A server without email verification. */
  readonly server: TestServer;
  /** A server that sends mail. */
  readonly mailing: Mailing;
}

/** Real calls of one operation that must succeed; several if its response has several shapes. */
export type Sample = (context: SampleContext) => Promise<readonly ApiResponse[]>;

/** By the operation's published name. */
export type Samples = Readonly<Record<string, Sample>>;
