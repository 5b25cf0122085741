import type { Answer } from "../support/client.ts";
import { arrange, take } from "../support/relationship-cells.ts";
import type { Inhabitant } from "./inhabitant.ts";
import type { World } from "./world.ts";

/** Something that changes what clients know, and where it starts from. */
export interface Operation {
  readonly name: string;
  /** Done beforehand. */
  readonly given?: (world: World) => Promise<unknown>;
  readonly run: (world: World) => Promise<unknown>;
  /** Done afterwards, to see who hears of it. */
  readonly after?: (world: World) => Promise<unknown>;
}

export async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, body, headers } = await answer;
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return { status, body, headers };
}

/** Makes strangers stand to each other so; with a conversation, they were friends before. */
export async function relate(
  { server }: World,
  pair: string,
  [one, other, meet]: readonly [Inhabitant, Inhabitant, "meet"?],
): Promise<void> {
  if (meet) {
    await arrange(server, "Friend/Friend", [one, other]);
    await done(server.client.get(`/users/${other.id}/dm`, one));
    if (pair === "Friend/Friend") return;
    await done(take(server, "remove", [one, other]));
  }
  await arrange(server, pair, [one, other]);
}
