import type { ApiResponse } from "../support/http/client.ts";
import type { TestServer } from "../support/server/server.ts";
import type { TestUser } from "./test-user.ts";

/** The user who acts, the target, and what else an action depends on. */
export interface ActionContext {
  readonly server: TestServer;
  readonly people: readonly TestUser[];
  readonly who: TestUser;
  readonly whom: TestUser;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Actions by name, with their weights. */
export type WalkActions = Readonly<Record<string, readonly [weight: number, WalkAction]>>;

export type WalkAction = (context: ActionContext) => Promise<unknown>;

/** Awaits a call that may be refused, but must not fail with an internal error. */
export async function attempt(answer: Promise<ApiResponse>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 500) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}
