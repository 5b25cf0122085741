import type { ApiResponse } from "../support/http/client.ts";
import { changeRelationship, setRelationship } from "../support/users/relationship-transitions.ts";
import type { TestUser } from "./test-user.ts";
import type { World } from "./world.ts";

/** An operation that changes what clients know, and its preparation. */
export interface Operation {
  readonly name: string;
  /** The preparation. */
  readonly given?: (world: World) => Promise<unknown>;
  readonly run: (world: World) => Promise<unknown>;
  /** Runs afterwards, to check who receives its events. */
  readonly after?: (world: World) => Promise<unknown>;
}

export async function done(answer: Promise<ApiResponse>): Promise<ApiResponse> {
  const { status, body, headers } = await answer;
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return { status, body, headers };
}

/** Gives two users without a relation this one; with a conversation, they were friends before. */
export async function relate(
  { server }: World,
  pair: string,
  [one, other, meet]: readonly [TestUser, TestUser, "meet"?],
): Promise<void> {
  if (meet) {
    await setRelationship(server, "Friend/Friend", [one, other]);
    await done(server.client.get(`/users/${other.id}/dm`, one));
    if (pair === "Friend/Friend") return;
    await done(changeRelationship(server, "remove", [one, other]));
  }
  await setRelationship(server, pair, [one, other]);
}
