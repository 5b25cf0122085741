import type { Answer } from "../../support/client.ts";
import type { Mailing } from "../../support/mailing.ts";
import type { TestServer } from "../../support/server.ts";

export interface Scene {
  /** Asks for no verification. */
  readonly server: TestServer;
  /** Sends mail. */
  readonly mailing: Mailing;
}

/** Real calls of one operation that must succeed; several where the answer has several shapes. */
export type Sample = (scene: Scene) => Promise<readonly Answer[]>;

/** By the operation's published name. */
export type Samples = Readonly<Record<string, Sample>>;
