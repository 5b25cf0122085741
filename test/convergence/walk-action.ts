import type { Person } from "../support/accounts/people.ts";
import type { ApiResponse } from "../support/http/client.ts";
import type { TestServer } from "../support/server/server.ts";

/** A user of a walk. */
export interface WalkUser extends Person {
  readonly name: string;
  /** For users whose sessions have ended and who cannot log in again. Returns once the user is offline for the server. */
  goOfflineForGood(): Promise<void>;
}

/** The user who acts, the target, and what else an action depends on. */
export interface ActionContext<User extends WalkUser = WalkUser> {
  readonly server: TestServer;
  readonly people: readonly User[];
  readonly who: User;
  readonly whom: User;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Actions by name, with their weights. */
export type WalkActions<User extends WalkUser = WalkUser> = Readonly<
  Record<string, readonly [weight: number, WalkAction<User>]>
>;

export type WalkAction<User extends WalkUser = WalkUser> = (context: ActionContext<User>) => Promise<unknown>;

/** Awaits a call that may be refused, but must not fail with an internal error. */
export async function attempt(answer: Promise<ApiResponse>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 500) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}
